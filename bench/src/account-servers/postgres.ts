import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Run as a process of its own, as our server is: it stops PostgreSQL when we let go of it. */
const KEEPER = new URL('../../../apps/server/tests/services/postgres-keeper.ts', import.meta.url)

export interface DurablePostgres extends AsyncDisposable {
  readonly url: string
}

/** A PostgreSQL in a temporary folder that waits for its disk, as one that people trust does. */
export async function startDurablePostgres(): Promise<DurablePostgres> {
  const keeper = fork(KEEPER, ['durable'], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(keeper, 'exit')
  const [reply] = await Promise.race([once(keeper, 'message'), ended])
  const { url, problem } = Object(reply) as { url?: string; problem?: string }
  const stop = async () => {
    if (keeper.connected) keeper.disconnect()
    await ended
  }
  if (url === undefined) {
    await stop()
    throw new Error(`PostgreSQL did not start: ${problem ?? 'its keeper ended'}`)
  }
  return { url, [Symbol.asyncDispose]: stop }
}

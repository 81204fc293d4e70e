import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { KeeperReply, RestartMode } from './postgres-keeper.ts'

export interface EmbeddedPostgres {
  readonly url: string
  /** Crashes it unless told otherwise, and has it come back at the same place. */
  restart(how?: RestartMode): Promise<void>
  stop(): Promise<void>
}

/**
 * A PostgreSQL in a temporary folder, run by a keeper: a process of its own that stops the server
 * and removes the folder as soon as this process lets go of it, be it by `stop`, by a failure, by
 * Ctrl-C or by SIGKILL.
 */
export async function startEmbeddedPostgres({
  /** Waits for its disk, so that what it has promised outlives a crash of its own. */
  durable = false,
} = {}): Promise<EmbeddedPostgres> {
  const args = durable ? ['durable'] : []
  const keeper = fork(new URL('./postgres-keeper.ts', import.meta.url), args, {
    execArgv: [],
    // Apart from our process group, so that Ctrl-C in the terminal reaches us and not the keeper.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const reply = await Promise.race([nextReply(keeper), failure(keeper)])
  if ('problem' in reply) {
    await stop(keeper)
    throw new Error(`PostgreSQL for the tests did not start: ${reply.problem}`)
  }
  // From here on neither keeps this process alive.
  keeper.unref()
  keeper.channel?.unref()
  return {
    url: reply.url,
    async restart(how = 'immediate') {
      keeper.send(how)
      await nextReply(keeper)
    },
    stop: () => stop(keeper),
  }
}

async function nextReply(keeper: ChildProcess): Promise<KeeperReply> {
  const [reply] = await once(keeper, 'message')
  return reply as KeeperReply
}

async function failure(keeper: ChildProcess): Promise<KeeperReply> {
  const [code] = await once(keeper, 'exit')
  return { problem: `its keeper ended with ${code}` }
}

async function stop(keeper: ChildProcess): Promise<void> {
  if (keeper.exitCode !== null || keeper.signalCode !== null) return
  keeper.ref()
  const ended = once(keeper, 'exit')
  if (keeper.connected) keeper.disconnect()
  await ended
}

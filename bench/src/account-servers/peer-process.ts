import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { pidOf, stop } from '../server.ts'

export interface PeerProcess extends AsyncDisposable {
  /** The line in which it says that it is up. */
  firstLine: string
  pid: number
}

/** Runs a server of `bench/peers` until it is disposed. */
export async function startPeer(script: string, ...args: string[]): Promise<PeerProcess> {
  const path = fileURLToPath(new URL(`../../peers/${script}`, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${script} ended before it was up`)
  })
  const [line] = await Promise.race([once(child.stdout, 'data'), ended])
  ended.catch(() => undefined)
  return {
    firstLine: String(line).trim(),
    pid: pidOf(child),
    [Symbol.asyncDispose]: () => stop(child),
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))
const CLOCK = new URL('./movable-clock.ts', import.meta.url).href
const START_LIMIT_MS = 30_000

export interface OutboxEntry {
  channel: string
  to: string
  purpose: string
  code?: string
  text: string
  at: string
}

export interface AwanServer extends AsyncDisposable {
  url: string
  /** The newest code that was sent to an address. */
  codeFor(to: string): Promise<string>
  /** Moves the time of the server on; it never goes back. */
  advance(ms: number): Promise<void>
  /** What time it is there. */
  now(): number
}

/** The real server with the built web app, on a free port and an empty data folder of its own. */
export async function startAwanServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<AwanServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'awan-e2e-'))
  const child = spawn(process.execPath, ['--import', CLOCK, MAIN], {
    env: {
      ...process.env,
      PORT: '0',
      AWAN_HOST: '127.0.0.1',
      AWAN_ENV: 'development',
      AWAN_DATA_DIR: dataDir,
      AWAN_LOG_LEVEL: 'warn',
      AWAN_DEFAULT_QUOTA: '100MB',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const url = await readAddress(child)
  const ready = await fetch(`${url}/health/ready`)
  if (!ready.ok) throw new Error(`the server is not ready: ${await ready.text()}`)
  let aheadMs = 0
  return {
    url,
    async advance(ms) {
      aheadMs += ms
      const moved = once(child, 'message')
      child.send({ aheadMs })
      await moved
    },
    now: () => Date.now() + aheadMs,
    async codeFor(to) {
      const answer = await fetch(`${url}/dev/outbox`)
      const outbox = (await answer.json()) as OutboxEntry[]
      const code = outbox.find((entry) => entry.to === to && entry.code !== undefined)?.code
      if (code === undefined) throw new Error(`no code was sent to ${to}`)
      return code
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The server prints where it listens once it does. */
async function readAddress(child: ChildProcess): Promise<string> {
  const printed: string[] = []
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  if (child.stdout === null) throw new Error('the server has no output')
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    printed.push(line)
    const port = /https?:\/\/[^\s:]+:(\d+)/.exec(line)?.[1]
    if (line.includes('ready') && port !== undefined) resolve(`http://127.0.0.1:${port}`)
  })
  child.once('exit', (code) =>
    reject(new Error(`the server ended with ${code}\n${printed.join('\n')}`)),
  )
  const limit = setTimeout(() => {
    child.kill('SIGKILL')
    reject(new Error(`the server did not start\n${printed.join('\n')}`))
  }, START_LIMIT_MS)
  try {
    return await promise
  } finally {
    clearTimeout(limit)
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeHost } from './server-hosts.ts'

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
  /** What its terminal shows. */
  printed(): string
  /** What time it is there. */
  now(): number
}

/** The real server with the built web app, on a free port and an empty data folder of its own. */
export async function startAwanServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<AwanServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'awan-e2e-'))
  const host = takeHost()
  const port = await host.run({
    PORT: '0',
    AWAN_HOST: '127.0.0.1',
    AWAN_ENV: 'development',
    AWAN_DATA_DIR: dataDir,
    AWAN_LOG_LEVEL: 'warn',
    AWAN_DEFAULT_QUOTA: '100MB',
    ...settings,
  })
  const url = `http://127.0.0.1:${port}`
  const ready = await fetch(`${url}/health/ready`)
  if (!ready.ok) throw new Error(`the server is not ready: ${await ready.text()}`)
  let aheadMs = 0
  return {
    url,
    async advance(ms) {
      aheadMs += ms
      await host.moveClock(aheadMs)
    },
    printed: host.printed,
    now: () => Date.now() + aheadMs,
    async codeFor(to) {
      const answer = await fetch(`${url}/dev/outbox`)
      const outbox = (await answer.json()) as OutboxEntry[]
      const code = outbox.find((entry) => entry.to === to && entry.code !== undefined)?.code
      if (code === undefined) throw new Error(`no code was sent to ${to}`)
      return code
    },
    async [Symbol.asyncDispose]() {
      await host.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

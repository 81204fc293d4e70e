import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Target } from './measurement.ts'

/** As `npm start` starts it; run without our scripts, as it is. */
const [PROGRAM, ...ARGUMENTS] = readCommand(process.env.BENCH_SERVER)

/** Our own server on a temporary data folder, stopped and removed when disposed. */
export interface OwnServer extends Target, AsyncDisposable {
  pid: number
  /** From the start of the process to the first good answer of /health/ready. */
  startMs: number
  writtenBytes: () => Promise<number>
  /** The most memory that its process has held so far. */
  peakMemoryBytes: () => Promise<number>
}

/** As people run it. Nobody is written to: whoever a measurement needs is there already. */
export const PRODUCTION = {
  AWAN_ENV: 'production',
  AWAN_PUBLIC_URL: 'https://awan.example.org',
  AWAN_SMTP_URL: 'smtp://127.0.0.1:9',
  AWAN_MAIL_FROM: 'Awan <cloud@awan.example.org>',
}

export async function createDataDir(): Promise<string> {
  return mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'awan-bench-'))
}

/**
 * Starts our server; with a data folder of the caller's own, that one is kept. Its log goes to the open
 * file `log`, if there is one.
 */
export async function startServer(
  dataDir?: string,
  settings: Record<string, string> = {},
  log?: number,
): Promise<OwnServer> {
  const folder = dataDir ?? (await createDataDir())
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const child = spawn(PROGRAM, ARGUMENTS, {
    env: {
      ...process.env,
      PORT: String(port),
      AWAN_HOST: '127.0.0.1',
      AWAN_DATA_DIR: folder,
      AWAN_LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', log ?? 'ignore', 'inherit'],
  })
  await untilReady(url, child)
  return {
    name: 'awan',
    url,
    pid: pidOf(child),
    startMs: performance.now() - begun,
    writtenBytes: () => writtenBytes(child.pid),
    peakMemoryBytes: () => peakMemoryBytes(child.pid),
    async [Symbol.asyncDispose]() {
      await stop(child)
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

function readCommand(given: string | undefined): [string, ...string[]] {
  if (given !== undefined) return JSON.parse(given)
  return [
    process.execPath,
    fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url)),
  ]
}

export async function untilReady(url: string, child: ChildProcess): Promise<void> {
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  while (!ended) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`the server ended before it was ready (exit code ${child.exitCode})`)
}

export function pidOf({ pid, spawnfile }: ChildProcess): number {
  if (pid === undefined) throw new Error(`${spawnfile} did not start`)
  return pid
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** What the process handed to the block layer, less what was dropped before it got there. */
async function writtenBytes(pid: number | undefined): Promise<number> {
  const io = await readFile(`/proc/${pid}/io`, 'utf8')
  const field = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(io)?.[1])
  return field('write_bytes') - field('cancelled_write_bytes')
}

async function peakMemoryBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { LIMITED_ENV, LOW_PRIORITY, limitedCommand } from './limited-command.ts'
import { noPicture } from './make-pictures.ts'

const TIMEOUT_MS = 60_000
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
const MAX_SAID = 500

export interface LimitedRun {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  /** `piped` where the program opens its output as a file. */
  output?: 'directly' | 'piped'
  /** What it writes after so many bytes is of no use: it is ended then, and has done its work. */
  keepBytes?: number | undefined
}

/**
 * What a program of the system writes to its output, while it reads what strangers sent. One that takes too long or
 * writes too much is ended, with all that it has started.
 */
export function runLimited(
  program: string,
  args: readonly string[],
  { signal, timeoutMs = TIMEOUT_MS, output = 'directly', keepBytes }: LimitedRun = {},
): Promise<Buffer> {
  signal?.throwIfAborted()
  // It has one thread, or hardly more.
  const maxCpuSeconds = Math.ceil(timeoutMs / 1000) * 2
  const limited = limitedCommand(program, args, { output, maxCpuSeconds })
  return new Promise((resolve, reject) => {
    const child = spawn(limited.command, limited.args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: LIMITED_ENV,
      cwd: '/',
      // A group of its own, so that all of it can be ended.
      detached: process.platform !== 'win32',
    })
    const chunks: Buffer[] = []
    let length = 0
    let said = ''
    let why: unknown
    const end = (reason: unknown) => {
      why ??= reason
      killGroup(child.pid)
    }
    const stop = () => end(signal?.reason)
    const timer = setTimeout(() => end(noPicture('it took too long')), timeoutMs)
    signal?.addEventListener('abort', stop)
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      settle()
    }
    // Before its pipes are touched: where no more files can be opened it has none, and tells so later.
    child.on('error', (error) => finish(() => reject(error)))
    child.stdout.on('data', (chunk: Buffer) => {
      if (keepBytes !== undefined && length >= keepBytes) return
      length += chunk.length
      if (keepBytes !== undefined && length >= keepBytes) {
        chunks.push(chunk.subarray(0, chunk.length - (length - keepBytes)))
        killGroup(child.pid)
      } else if (length > MAX_OUTPUT_BYTES) end(noPicture('its picture is too large'))
      else chunks.push(chunk)
    })
    child.stderr.on('data', (text: Buffer) => {
      if (said.length < MAX_SAID) said = (said + text.toString()).slice(0, MAX_SAID)
    })
    child.on('close', (code, killedBy) =>
      finish(() => {
        const isEnough = keepBytes !== undefined && length >= keepBytes
        const failed = (code !== 0 && !isEnough) || (output === 'piped' && length === 0)
        if (why !== undefined) reject(why)
        else if (failed) reject(noPicture(said.trim() || (killedBy ?? `exit ${code}`)))
        else resolve(Buffer.concat(chunks))
      }),
    )
    if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY)
  })
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

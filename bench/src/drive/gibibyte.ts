import { spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

const SIZE = 1024 ** 3

export interface Gibibyte extends AsyncDisposable {
  readonly path: string
}

/** One GiB that nothing can compress. It lies in memory, so that reading it costs the disk nothing. */
export async function makeGibibyte(): Promise<Gibibyte> {
  const folder = await mkdtemp('/dev/shm/awan-bench-')
  const path = join(folder, 'source')
  await using file = await open(path, 'w')
  const piece = Buffer.allocUnsafe(16 * 1024 * 1024)
  for (let written = 0; written < SIZE; written += piece.length) {
    randomFillSync(piece)
    await file.write(piece)
  }
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** What one GiB means for something that takes so long, in MB/s. */
export async function speedOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return SIZE / 1e6 / ((performance.now() - begun) / 1000)
}

export function perByte(bytes: number): number {
  return bytes / SIZE
}

/** How fast the disk takes it and has it for good. */
export async function ddSpeed(source: Gibibyte, folder: string): Promise<number> {
  const target = join(folder, 'dd')
  const args = [`if=${source.path}`, `of=${target}`, 'bs=1M', 'conv=fsync', 'status=none']
  const speed = await speedOf(() => runProgram('dd', args))
  await rm(target)
  return speed
}

export function downloadSpeed(url: string): Promise<number> {
  return speedOf(() => runProgram('curl', [...CURL, '--output', '/dev/null', url]))
}

export function putSpeed(source: Gibibyte, url: string): Promise<number> {
  return speedOf(() =>
    runProgram('curl', [...CURL, '--output', '/dev/null', '--upload-file', source.path, url]),
  )
}

const CURL = ['--fail', '--silent', '--show-error']

async function runProgram(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}

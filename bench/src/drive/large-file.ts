import { spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

export const GIBIBYTE = 1024 ** 3

export interface LargeFile extends AsyncDisposable {
  readonly path: string
  readonly size: number
}

/** Bytes that nothing can compress, in whole pieces. They are in memory, so that reading them costs the disk nothing. */
export async function makeLargeFile(bytes = GIBIBYTE): Promise<LargeFile> {
  const folder = await mkdtemp('/dev/shm/awan-bench-')
  const path = join(folder, 'source')
  await using file = await open(path, 'w')
  const piece = Buffer.allocUnsafe(16 * 1024 * 1024)
  let size = 0
  while (size < bytes) {
    randomFillSync(piece)
    await file.write(piece)
    size += piece.length
  }
  return { path, size, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** What so many bytes mean for something that takes so long, in MB/s. */
export async function speedOf(size: number, work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return size / 1e6 / ((performance.now() - begun) / 1000)
}

/** How fast the disk takes it and has it for good. */
export async function ddSpeed(source: LargeFile, folder: string): Promise<number> {
  const target = join(folder, 'dd')
  const args = [`if=${source.path}`, `of=${target}`, 'bs=1M', 'conv=fsync', 'status=none']
  const speed = await speedOf(source.size, () => runProgram('dd', args))
  await rm(target)
  return speed
}

export function downloadSpeed(size: number, url: string, headers?: Headers): Promise<number> {
  return speedOf(size, () => runProgram('curl', [...toCurl(headers), url]))
}

export function putSpeed(source: LargeFile, url: string, headers?: Headers): Promise<number> {
  const args = [...toCurl(headers), '--upload-file', source.path, url]
  return speedOf(source.size, () => runProgram('curl', args))
}

type Headers = Readonly<Record<string, string>>

function toCurl(headers: Headers = {}): string[] {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  return ['--fail', '--silent', '--show-error', '--output', '/dev/null', ...given]
}

async function runProgram(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}

import { spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createDriveClient } from '@awan/client/drive'
import { fileSource } from '@awan/client/node'
import { signUpSomeone } from '../account.ts'
import { type Figure, type Measurement, median, type Target } from '../measurement.ts'
import { createDataDir } from '../server.ts'

const MEBIBYTES = 1024
const SIZE = MEBIBYTES * 1024 * 1024

export const transfer: Measurement = {
  name: 'transfer',
  summary: 'upload and download of 1 GiB, beside dd with fsync on the same disk',
  async run(targets, repeat) {
    // The source lies in memory, so that reading it costs the disk nothing.
    const source = join(await mkdtemp('/dev/shm/awan-bench-'), 'source')
    const diskDir = await createDataDir()
    await writeRandomFile(source)
    const writes: number[] = []
    const results = targets.map(() => ({
      up: [] as number[],
      down: [] as number[],
      cost: [] as number[],
    }))
    try {
      for (let round = 0; round < repeat; round++) {
        writes.push(await ddMegabytesPerSecond(source, join(diskDir, 'dd')))
        for (const [index, target] of targets.entries()) {
          const once = await transferOnce(target, source)
          results[index]?.up.push(once.up)
          results[index]?.down.push(once.down)
          if (once.cost !== undefined) results[index]?.cost.push(once.cost)
        }
      }
    } finally {
      await rm(join(source, '..'), { recursive: true, force: true })
      await rm(diskDir, { recursive: true, force: true })
    }
    const floor = { what: 'dd conv=fsync', value: median(writes) }
    return targets.flatMap((target, index): Figure[] => {
      const { up = [], down = [], cost = [] } = results[index] ?? {}
      const name = target.name
      return [
        {
          what: 'upload 1 GiB',
          target: name,
          value: median(up),
          unit: 'MB/s',
          floor,
          better: 'more',
        },
        { what: 'download 1 GiB', target: name, value: median(down), unit: 'MB/s', better: 'more' },
        ...(cost.length === 0
          ? []
          : [
              {
                what: 'written to disk per byte uploaded',
                target: name,
                value: median(cost),
                unit: 'bytes',
                better: 'less' as const,
              },
            ]),
      ]
    })
  },
}

async function transferOnce(target: Target, path: string) {
  const { client } = await signUpSomeone(target.url)
  const drive = createDriveClient(client)
  const before = await target.writtenBytes?.()
  const begun = performance.now()
  const source = await fileSource(path)
  const file = await drive.uploads.upload(source, { parent_id: 'root', name: 'one gibibyte' })
  const up = megabytesPerSecond(performance.now() - begun)
  const after = await target.writtenBytes?.()

  const { url } = await drive.files.link(file.id)
  const down = await curlMegabytesPerSecond(new URL(url, target.url).href)
  client.dispose()
  const cost = before === undefined || after === undefined ? undefined : (after - before) / SIZE
  return { up, down, cost }
}

function megabytesPerSecond(ms: number): number {
  return SIZE / 1e6 / (ms / 1000)
}

async function writeRandomFile(path: string): Promise<void> {
  await using file = await open(path, 'w')
  const piece = Buffer.allocUnsafe(16 * 1024 * 1024)
  for (let written = 0; written < SIZE; written += piece.length) {
    randomFillSync(piece)
    await file.write(piece)
  }
}

async function ddMegabytesPerSecond(source: string, path: string): Promise<number> {
  const begun = performance.now()
  await run('dd', [`if=${source}`, `of=${path}`, 'bs=1M', 'conv=fsync', 'status=none'])
  const speed = megabytesPerSecond(performance.now() - begun)
  await rm(path)
  return speed
}

async function curlMegabytesPerSecond(url: string): Promise<number> {
  const begun = performance.now()
  await run('curl', ['--fail', '--silent', '--show-error', '--output', '/dev/null', url])
  return megabytesPerSecond(performance.now() - begun)
}

async function run(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}

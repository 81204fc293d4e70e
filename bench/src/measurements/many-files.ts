import { spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createUploadManager } from '@awan/client/upload-manager'
import { fromDirectory } from '@awan/client/upload-manager-node'
import { signUpSomeone } from '../account.ts'
import { type Figure, type Measurement, median, type Target } from '../measurement.ts'
import { createDataDir } from '../server.ts'

const FILES = 10_000
const FILES_PER_FOLDER = 500
const FILE_BYTES = 4000

export const manyFiles: Measurement = {
  name: 'many-files',
  summary: '10,000 files of 4 kB by the upload manager, compared with cp and sync on the same disk',
  async run(targets, repeat) {
    // The source lies in memory, so that reading it costs the disk nothing.
    const source = await mkdtemp('/dev/shm/awan-bench-')
    const diskDir = await createDataDir()
    const copies: number[] = []
    const uploads = targets.map((): number[] => [])
    try {
      await writeFiles(source)
      for (let round = 0; round < repeat; round++) {
        copies.push(await copyFilesPerSecond(source, join(diskDir, `copy-${round}`)))
        for (const [index, target] of targets.entries()) {
          uploads[index]?.push(await uploadFilesPerSecond(target, source))
        }
      }
    } finally {
      await rm(source, { recursive: true, force: true })
      await rm(diskDir, { recursive: true, force: true })
    }
    const floor = { what: 'cp -r and sync', value: median(copies) }
    return targets.map(
      (target, index): Figure => ({
        what: 'upload 10,000 files of 4 kB',
        target: target.name,
        value: median(uploads[index] ?? []),
        unit: 'files/s',
        floor,
        better: 'more',
      }),
    )
  },
}

async function uploadFilesPerSecond(target: Target, folder: string): Promise<number> {
  const { client } = await signUpSomeone(target.url)
  const uploads = createUploadManager(client)
  try {
    const begun = performance.now()
    await uploads.add(fromDirectory(folder))
    const { files } = await uploads.settled()
    if (files.done !== FILES) throw new Error(`${files.done} of ${FILES} files arrived`)
    return perSecond(performance.now() - begun)
  } finally {
    uploads.dispose()
    client.dispose()
  }
}

async function copyFilesPerSecond(source: string, copy: string): Promise<number> {
  const begun = performance.now()
  await run('cp', ['-r', source, copy])
  await run('sync', ['-f', copy])
  const rate = perSecond(performance.now() - begun)
  await rm(copy, { recursive: true })
  return rate
}

function perSecond(ms: number): number {
  return FILES / (ms / 1000)
}

async function writeFiles(folder: string): Promise<void> {
  const content = Buffer.alloc(FILE_BYTES)
  for (let index = 0; index < FILES; index++) {
    const place = join(folder, String(Math.floor(index / FILES_PER_FOLDER)))
    if (index % FILES_PER_FOLDER === 0) await mkdir(place)
    await writeFile(join(place, `${index}.bin`), randomFillSync(content))
  }
}

async function run(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}

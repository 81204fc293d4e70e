import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { TarWriter, type WriteBytes } from '../../kernel/tar/tar-writer.ts'
import { lockBackup } from './backup-lock.ts'
import { ContentsTar } from './contents-tar.ts'
import {
  type BackupOptions,
  type BackupParts,
  type BackupReport,
  copyMoment,
} from './copy-moment.ts'
import { fillDurably, PRIVATE, syncFolder } from './durable-files.ts'
import { formatManifest, MANIFEST } from './manifest.ts'
import { toKeysPath, toRowsPath } from './rows-folder.ts'

type TarOptions = Pick<BackupOptions, 'onProgress'>

/** All of it in one file, which has its name when it is whole; until then the one before has it. */
export async function makeTarFile(
  parts: BackupParts,
  path: string,
  options: TarOptions,
): Promise<BackupReport> {
  const lock = await lockBackup(`${path}.lock`)
  try {
    const folder = `${path}.rows`
    // One that was left behind by a run that was killed.
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    const report = await fillDurably(path, (file) =>
      writeTar(parts, (bytes) => file.writeFile(bytes), folder, options),
    )
    await syncFolder(dirname(path))
    return report
  } finally {
    await lock.release()
  }
}

/** The same as a stream. */
export async function makeTarStream(
  parts: BackupParts,
  write: WriteBytes,
  options: TarOptions,
): Promise<BackupReport> {
  return writeTar(parts, write, await mkdtemp(join(tmpdir(), 'awan-rows-')), options)
}

/**
 * The same files as in a folder, one after the other: unpacked, they are such a folder. How long a file of rows
 * will be is known when it is written, so that these wait in a folder of their own.
 */
async function writeTar(
  parts: BackupParts,
  write: WriteBytes,
  folder: string,
  options: TarOptions,
): Promise<BackupReport> {
  try {
    const modifiedAtMs = parts.clock.now()
    const tar = new TarWriter(write)
    const contents = new ContentsTar(tar, modifiedAtMs)
    const moment = await copyMoment(parts, contents, folder, { ...options, verifies: false })
    const { manifest, copied } = moment
    const tables = manifest.tables.map(({ name }) => toRowsPath(manifest.rows, name))
    for (const path of [...tables, toKeysPath(manifest.rows)]) {
      const file = join(folder, path)
      const { size: sizeBytes } = await stat(file)
      const entry = { path, sizeBytes, modifiedAtMs, mode: PRIVATE }
      await tar.add(entry, () => createReadStream(file))
    }
    const text = Buffer.from(formatManifest(manifest))
    const entry = { path: MANIFEST, sizeBytes: text.length, modifiedAtMs, mode: PRIVATE }
    await tar.add(entry, () => Readable.from([text]))
    await tar.end()
    return { manifest, copied }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

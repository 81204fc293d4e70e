import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '@awan/protocol/errors'
import { LOCK, lockBackup } from './backup-lock.ts'
import { ContentsFolder } from './contents-folder.ts'
import {
  type BackupOptions,
  type BackupParts,
  type BackupReport,
  copyMoment,
} from './copy-moment.ts'
import { writeDurably } from './durable-files.ts'
import { formatManifest, MANIFEST } from './manifest.ts'

/**
 * Copies everything into a folder while the server runs. The manifest comes at the very end: killed anywhere
 * before, the folder still holds the backup that it held, and the next run goes on with what was copied.
 */
export async function makeBackup(
  parts: BackupParts,
  folder: string,
  options: BackupOptions,
): Promise<BackupReport> {
  await openFolder(folder)
  const lock = await lockBackup(join(folder, LOCK))
  const contents = new ContentsFolder(folder)
  const { manifest, ids, copied } = await copyMoment(parts, contents, folder, options)
  await contents.sync()
  await writeDurably(join(folder, MANIFEST), formatManifest(manifest))
  await contents.keepOnly(ids)
  await removeOtherRows(folder, manifest.rows)
  await lock.release()
  return { manifest, copied }
}

/** Refuses a folder that holds other things: a backup removes what it does not know. */
async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = await readdir(folder)
  const isOurs = names.length === 0 || names.includes(MANIFEST) || names.includes(LOCK)
  if (isOurs) return
  throw new ServiceError('failed_precondition', {
    description: `${folder} is not empty and holds no backup of Awan; choose an empty folder`,
  })
}

async function removeOtherRows(folder: string, kept: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('rows-') || name === kept) continue
    await rm(join(folder, name), { recursive: true })
  }
}

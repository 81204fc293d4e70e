import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What is in a backup is read by nobody but its owner: it holds keys and password hashes. */
export const PRIVATE = 0o600

/** Appears under its name with its whole content, and stays, or does not appear. */
export async function writeDurably(path: string, content: string): Promise<void> {
  await fillDurably(path, (file) => file.writeFile(content))
  await syncFolder(dirname(path))
}

/** The same for what is written piece by piece; the folder is synced by the caller. */
export async function fillDurably<T>(
  path: string,
  fill: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const draft = `${path}${DRAFT_ENDING}`
  // A leftover is overwritten.
  const file = await open(draft, 'w', PRIVATE)
  let filled: T
  try {
    filled = await fill(file)
    await file.datasync()
  } catch (error) {
    await file.close()
    await rm(draft, { force: true })
    throw error
  }
  await file.close()
  await rename(draft, path)
  return filled
}

const DRAFT_ENDING = '.part'

export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

import type { Stats } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { fileSource } from '../../../runtime/node.ts'
import type { UploadEntry } from '../upload-entry.ts'

export interface FromDirectoryOptions {
  /** What is in it, without the folder itself. */
  isContentOnly?: boolean | undefined
}

/**
 * A folder of the disk with everything in it, found as it goes. Links are followed to files, not to folders,
 * where they could lead in circles; what is neither file nor folder is left out.
 *
 * @example await uploads.add(fromDirectory('/home/ana/photos'), { parent_id: folder.id })
 */
export async function* fromDirectory(
  path: string,
  { isContentOnly = false }: FromDirectoryOptions = {},
): AsyncIterable<UploadEntry> {
  const folder = resolve(path)
  yield* walk(folder, isContentOnly ? '' : basename(folder))
}

async function* walk(folder: string, path: string): AsyncIterable<UploadEntry> {
  let isEmpty = true
  for await (const found of await opendir(folder)) {
    const file = join(folder, found.name)
    const below = path === '' ? found.name : `${path}/${found.name}`
    if (found.isDirectory()) {
      isEmpty = false
      yield* walk(file, below)
    } else if (found.isFile() || found.isSymbolicLink()) {
      // A link that leads nowhere, or a file that has just gone, is none.
      const facts = await stat(file).catch(() => undefined)
      if (!facts?.isFile()) continue
      isEmpty = false
      yield toEntry(file, below, facts)
    }
  }
  if (isEmpty && path !== '') yield { path, kind: 'folder' }
}

function toEntry(file: string, path: string, { size, mtime }: Stats): UploadEntry {
  return { path, source: () => fileSource(file), size, modified_time: mtime.toISOString() }
}

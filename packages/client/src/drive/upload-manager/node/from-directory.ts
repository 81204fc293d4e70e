import type { Dirent, Stats } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { fileSource } from '../../../runtime/node.ts'
import { type Reread, toUnreadable, type UploadEntry } from '../upload-entry.ts'

export interface FromDirectoryOptions {
  /** What is in it, without the folder itself. */
  isContentOnly?: boolean | undefined
}

/**
 * A folder of the disk with everything in it, found as it goes. Links are followed to files, not to folders,
 * where they could lead in circles; what is neither file nor folder is left out. What cannot be read is listed.
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

/** What was given before is left out when a folder is looked through again. */
async function* walk(
  folder: string,
  path: string,
  given = new Set<string>(),
): AsyncIterable<UploadEntry> {
  try {
    for await (const found of await opendir(folder)) {
      if (given.has(found.name) || !isWanted(found)) continue
      const file = join(folder, found.name)
      const below = path === '' ? found.name : `${path}/${found.name}`
      const entries = found.isDirectory() ? walk(file, below) : look(file, below)
      for await (const entry of entries) {
        given.add(found.name)
        yield entry
      }
    }
    if (given.size === 0 && path !== '') yield { path, kind: 'folder' }
  } catch (cause) {
    const retry: Reread = () => walk(folder, path, given)
    yield toUnreadable(path || basename(folder), cause, { isFolder: true, retry })
  }
}

function isWanted(found: Dirent): boolean {
  return found.isDirectory() || found.isFile() || found.isSymbolicLink()
}

async function* look(file: string, path: string): AsyncIterable<UploadEntry> {
  try {
    const facts = await stat(file)
    if (facts.isFile()) yield toEntry(file, path, facts)
  } catch (cause) {
    // A link that leads nowhere, or a file that has just gone, is none.
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return
    yield toUnreadable(path, cause, { retry: () => look(file, path) })
  }
}

function toEntry(file: string, path: string, { size, mtime }: Stats): UploadEntry {
  return { path, source: () => fileSource(file), size, modified_time: mtime.toISOString() }
}

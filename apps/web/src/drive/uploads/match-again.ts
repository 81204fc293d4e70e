import type { UploadEntry } from '@awan/client/upload-manager'
import { fromFileList } from '@awan/client/upload-manager-browser'
import type { KeptFile } from './kept-additions.ts'

/** A folder without anything in it is known by its path alone. */
const FOLDER_SIZE = -1

export interface ChosenAgain {
  /** What goes on; a folder needs nothing but its name. */
  readonly found: readonly UploadEntry[]
  readonly missing: readonly KeptFile[]
}

/** Those of the files that were begun, by their name, size and time; others were not asked for. */
export function matchAgain(kept: readonly KeptFile[], chosen: Iterable<File>): ChosenAgain {
  const files = new Map<string, { entry: UploadEntry; file: File }>()
  for (const file of chosen) {
    for (const entry of fromFileList([file])) files.set(entry.path, { entry, file })
  }
  const found: UploadEntry[] = []
  const missing: KeptFile[] = []
  for (const one of kept) {
    const [path, size, modifiedMs] = one
    const match = files.get(path)
    if (size === FOLDER_SIZE) found.push({ path, kind: 'folder' })
    else if (match?.file.size === size && match.file.lastModified === modifiedMs) {
      found.push(match.entry)
    } else missing.push(one)
  }
  return { found, missing }
}

/** How an entry is recognised later; what is opened only when its turn comes tells it now. */
export function toKeptFile(entry: UploadEntry): KeptFile {
  if ('kind' in entry) return [entry.path, FOLDER_SIZE, 0]
  const { lastModified = 0, size = 0 } = entry.source as Partial<File>
  return [entry.path, size, lastModified]
}

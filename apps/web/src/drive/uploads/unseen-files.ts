import { toUnreadable, type UploadEntry } from '@awan/client/upload-manager'
import { fromFileList, pathOf } from '@awan/client/upload-manager-browser'
import type { KeptFile } from './kept-additions.ts'
import { FOLDER_SIZE, UNKNOWN_FOLDER_SIZE, UNKNOWN_SIZE } from './match-again.ts'
import type { Replacements } from './replacements.ts'

/** What handles do not lead to: it has to be chosen again. */
export const NOT_SHOWN = 'NotShownError'

/** An addition as an earlier page wrote it down. */
export interface WrittenDown {
  readonly files: readonly KeptFile[]
  /** Whether those are all; otherwise nobody knows what else is in its folders. */
  readonly isWhole: boolean
  /** The folders that were dropped. */
  readonly folders: readonly string[]
}

/**
 * What was written down of an addition, and what its handles do not show after a reload: Chromium hides names that it
 * calls unsafe. What has arrived is recognised by size and time; the rest is listed by name.
 */
export function* unseenOf(
  { files, isWhole, folders }: WrittenDown,
  seen: ReadonlySet<string>,
  replacements: Replacements,
): Iterable<UploadEntry> {
  const known = new Map(files.map((file) => [file[0], file]))
  const incomplete = isWhole ? [] : [...folders]
  for (const [path, size, modifiedMs] of known.values()) {
    if (size === UNKNOWN_FOLDER_SIZE) incomplete.push(path)
    else if (seen.has(path)) continue
    else if (size === FOLDER_SIZE) yield { path, kind: 'folder' }
    else if (size === UNKNOWN_SIZE) yield notShown(path)
    else yield { ...notShown(path), size, modified_time: new Date(modifiedMs).toISOString() }
  }
  const isFresh = (file: File) => !seen.has(pathOf(file)) && !known.has(pathOf(file))
  for (const folder of incomplete) {
    const retry = () => fromFileList(replacements.below(folder).filter(isFresh))
    yield { ...notShown(folder), isFolder: true, retry }
  }
}

function notShown(path: string) {
  return toUnreadable(path, { name: NOT_SHOWN })
}

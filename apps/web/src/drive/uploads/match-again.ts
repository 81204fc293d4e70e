import type { UploadEntry } from '@awan/client/upload-manager'
import { fromFileList, pathOf, type TakenEntry } from '@awan/client/upload-manager-browser'
import type { KeptFile } from './kept-additions.ts'

/** A folder without anything in it is known by its path alone. */
export const FOLDER_SIZE = -1
/** It could not be read when it was taken in. */
export const UNKNOWN_SIZE = -2
/** A folder of which not everything could be listed. */
export const UNKNOWN_FOLDER_SIZE = -3
/** Asking a file on disk for its size takes a while: between so many of them the page draws. */
const AT_ONE_GO = 100

export interface ChosenAgain {
  /** What goes on; a folder needs nothing but its name. */
  readonly found: readonly UploadEntry[]
  readonly missing: readonly KeptFile[]
  /** Chosen, but not begun. */
  readonly others: readonly UploadEntry[]
}

/** Those of the files that were begun, by their name, size and time. */
export async function matchAgain(
  kept: readonly KeptFile[],
  chosen: Iterable<File>,
): Promise<ChosenAgain> {
  const files = new Map([...chosen].map((file) => [pathOf(file), file]))
  const found: UploadEntry[] = []
  const missing: KeptFile[] = []
  const unknown: string[] = []
  for (const [index, one] of kept.entries()) {
    if (index % AT_ONE_GO === AT_ONE_GO - 1) await new Promise((resolve) => setTimeout(resolve))
    const [path, size, modifiedMs] = one
    const file = files.get(path)
    if (size === UNKNOWN_FOLDER_SIZE) unknown.push(`${path}/`)
    else if (size === FOLDER_SIZE) found.push({ path, kind: 'folder' })
    else if (file && (size === UNKNOWN_SIZE || isSame(file, size, modifiedMs))) {
      found.push(...fromFileList([file]))
    } else missing.push(one)
  }
  for (const [path] of kept) files.delete(path)
  const rest = [...fromFileList(files.values())]
  const isUnknown = ({ path }: UploadEntry) => unknown.some((folder) => path.startsWith(folder))
  found.push(...rest.filter(isUnknown))
  return { found, missing, others: rest.filter((entry) => !isUnknown(entry)) }
}

/** How what was taken in is recognised later. */
export function toKeptFile({ path, kind, size, modified_time }: TakenEntry): KeptFile {
  if (kind === 'folder') return [path, FOLDER_SIZE, 0]
  if (kind === 'unreadable-folder') return [path, UNKNOWN_FOLDER_SIZE, 0]
  if (kind === 'unreadable') return [path, UNKNOWN_SIZE, 0]
  return [path, size, Date.parse(modified_time ?? '')]
}

function isSame(file: File, size: number, modifiedMs: number): boolean {
  return file.size === size && file.lastModified === modifiedMs
}

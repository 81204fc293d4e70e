import type { File } from '@awan/protocol/drive'
import type { DriveHost } from '../drive-host.ts'
import { filesIn } from './folders.ts'
import {
  isFolder,
  modifiedTimeOf,
  sizeOf,
  splitPath,
  toStoredName,
  type UploadEntry,
} from './upload-entry.ts'

/** What has the name of something that is to be uploaded. */
export type Found = Pick<File, 'id' | 'kind' | 'size' | 'modified_time'>

/** The same name is given; a file without a modified time could be any. */
export function isSame(found: Found | undefined, entry: UploadEntry): boolean {
  if (isFolder(entry)) return found?.kind === 'folder'
  const modified = modifiedTimeOf(entry)
  return (
    found?.kind === 'file' &&
    modified !== undefined &&
    found.size === sizeOf(entry) &&
    Date.parse(found.modified_time) === Date.parse(modified)
  )
}

/** What lies below a folder already, read folder by folder when it is first asked for. */
export interface Present {
  /** Whether a folder of this name is there, or a file of this name, size and modified time. */
  holds(entry: UploadEntry): Promise<boolean>
  /** Looks again from now on: somebody has been there since. */
  lookAgain(): void
}

type Names = Map<string, Found>

/** Sources come folder by folder: the last ones are enough. */
const MAX_KEPT_FOLDERS = 64

export function createPresent(host: Pick<DriveHost, 'request'>, parentId: string): Present {
  const kept = new Map<string, Promise<Names>>()

  function namesIn(path: string): Promise<Names> {
    const found = kept.get(path)
    if (found) return found
    const reading = read(path)
    kept.set(path, reading)
    reading.catch(() => kept.delete(path))
    const [oldest] = kept.keys()
    if (kept.size > MAX_KEPT_FOLDERS && oldest !== undefined) kept.delete(oldest)
    return reading
  }

  async function read(path: string): Promise<Names> {
    const names: Names = new Map()
    const id = path === '' ? parentId : (await find(path))?.id
    if (id === undefined) return names
    for await (const file of filesIn(host, id)) names.set(file.name, toFound(file))
    return names
  }

  async function find(path: string): Promise<Found | undefined> {
    const { folder, name } = splitPath(path)
    return (await namesIn(folder)).get(toStoredName(name))
  }

  return {
    holds: async (entry) => isSame(await find(entry.path), entry),
    lookAgain: () => kept.clear(),
  }
}

/** Of a file in a listing of a hundred thousand, only what is compared. */
export function toFound({ id, kind, size, modified_time }: File): Found {
  return { id, kind, size, modified_time }
}

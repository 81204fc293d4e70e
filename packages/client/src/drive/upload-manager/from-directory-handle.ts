import type { BrowserFile } from './from-file-list.ts'
import type { UploadEntry } from './upload-entry.ts'

/** A browser takes a while to look at a file: so many are looked at together. */
const LOOKED_AT_TOGETHER = 32

/** What `showDirectoryPicker` gives, as far as it is needed. */
export interface DirectoryHandle {
  readonly kind: 'directory'
  readonly name: string
  values(): AsyncIterable<DirectoryHandle | FileHandle>
}

export interface FileHandle {
  readonly kind: 'file'
  readonly name: string
  getFile(): Promise<BrowserFile>
}

/**
 * A folder with everything in it, found as it goes. Handles can be kept in IndexedDB: then the files need not
 * be chosen again after a reload.
 *
 * @example await uploads.add(fromDirectoryHandle(await showDirectoryPicker()))
 */
export function fromDirectoryHandle(folder: DirectoryHandle): AsyncIterable<UploadEntry> {
  return walk(folder, folder.name)
}

/**
 * Files and folders by their handles, as `getAsFileSystemHandle` and `showOpenFilePicker` give them.
 *
 * @example await uploads.add(fromHandles(await showOpenFilePicker({ multiple: true })))
 */
export function fromHandles(handles: Handles): AsyncIterable<UploadEntry> {
  return entriesOf(handles, '')
}

/** Any of them at once, or as they are found. */
export type Handles =
  | Iterable<DirectoryHandle | FileHandle>
  | AsyncIterable<DirectoryHandle | FileHandle>

async function* entriesOf(handles: Handles, prefix: string): AsyncIterable<UploadEntry> {
  let files: FileHandle[] = []
  const look = () => Promise.all(files.map((file) => toEntry(file, prefix + file.name)))
  for await (const handle of handles) {
    if (handle.kind === 'file') files.push(handle)
    if (handle.kind === 'file' && files.length < LOOKED_AT_TOGETHER) continue
    yield* await look()
    files = []
    if (handle.kind === 'directory') yield* walk(handle, prefix + handle.name)
  }
  yield* await look()
}

async function* walk(folder: DirectoryHandle, path: string): AsyncIterable<UploadEntry> {
  let isEmpty = true
  for await (const entry of entriesOf(folder.values(), `${path}/`)) {
    isEmpty = false
    yield entry
  }
  if (isEmpty) yield { path, kind: 'folder' }
}

async function toEntry(handle: FileHandle, path: string): Promise<UploadEntry> {
  const { size, lastModified, type } = await handle.getFile()
  return {
    path,
    // Opened again when its turn comes: a hundred thousand open files are too many.
    source: () => handle.getFile(),
    size,
    modified_time: new Date(lastModified).toISOString(),
    mime_type: type,
  }
}

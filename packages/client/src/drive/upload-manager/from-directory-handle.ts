import type { BrowserFile } from './from-file-list.ts'
import { NO_NAME, pathIn, type Reread, toUnreadable, type UploadEntry } from './upload-entry.ts'

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
 * A folder with all that its handle shows, found as it goes. Handles can be kept in IndexedDB: then the files need
 * not be chosen again after a reload. But Chromium shows no files by them whose names Windows would not take, such
 * as `What?.txt`, and does not say so: `fromDataTransfer` and `fromFileList` have every file.
 *
 * @example await uploads.add(fromDirectoryHandle(await showDirectoryPicker()))
 */
export function fromDirectoryHandle(folder: DirectoryHandle): AsyncIterable<UploadEntry> {
  return walk(folder, folder.name || NO_NAME)
}

/**
 * Files and folders by their handles, as `getAsFileSystemHandle` and `showOpenFilePicker` give them.
 *
 * @example await uploads.add(fromHandles(await showOpenFilePicker({ multiple: true })))
 */
export function fromHandles(handles: Handles): AsyncIterable<UploadEntry> {
  return entriesOf(handles, (name) => name || NO_NAME)
}

/** Any of them at once, or as they are found. */
export type Handles =
  | Iterable<DirectoryHandle | FileHandle>
  | AsyncIterable<DirectoryHandle | FileHandle>

async function* entriesOf(
  handles: Handles,
  toPath: (name: string) => string,
): AsyncIterable<UploadEntry> {
  let files: FileHandle[] = []
  const look = () => Promise.all(files.map((file) => toEntry(file, toPath(file.name))))
  try {
    for await (const handle of handles) {
      if (handle.kind === 'file') files.push(handle)
      if (handle.kind === 'file' && files.length < LOOKED_AT_TOGETHER) continue
      yield* await look()
      files = []
      if (handle.kind === 'directory') yield* walk(handle, toPath(handle.name))
    }
  } catch (cause) {
    // What was listed before the listing broke is there.
    yield* await look()
    throw cause
  }
  yield* await look()
}

/** What was given before is left out when a folder is looked through again. */
async function* walk(
  folder: DirectoryHandle,
  path: string,
  given = new Set<string>(),
): AsyncIterable<UploadEntry> {
  async function* fresh(): AsyncIterable<DirectoryHandle | FileHandle> {
    for await (const handle of folder.values()) {
      if (given.has(handle.name)) continue
      given.add(handle.name)
      yield handle
    }
  }
  const toPath = (name: string) => pathIn(path, name)
  try {
    yield* entriesOf(fresh(), toPath)
    if (given.size === 0) yield { path, kind: 'folder' }
  } catch (cause) {
    yield toUnreadable(path, cause, { isFolder: true, retry: () => walk(folder, path, given) })
  }
}

async function toEntry(handle: FileHandle, path: string): Promise<UploadEntry> {
  try {
    const { size, lastModified, type } = await handle.getFile()
    return {
      path,
      // Opened again when its turn comes: a hundred thousand open files are too many.
      source: () => handle.getFile(),
      size,
      modified_time: new Date(lastModified).toISOString(),
      mime_type: type,
    }
  } catch (cause) {
    const retry: Reread = async function* () {
      yield await toEntry(handle, path)
    }
    return toUnreadable(path, cause, { retry })
  }
}

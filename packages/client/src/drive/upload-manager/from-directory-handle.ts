import type { BrowserFile } from './from-file-list.ts'
import type { UploadEntry } from './upload-entry.ts'

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
export async function* fromHandles(
  handles: Iterable<DirectoryHandle | FileHandle>,
): AsyncIterable<UploadEntry> {
  for (const handle of handles) {
    if (handle.kind === 'directory') yield* walk(handle, handle.name)
    else yield await toEntry(handle, handle.name)
  }
}

async function* walk(folder: DirectoryHandle, path: string): AsyncIterable<UploadEntry> {
  let isEmpty = true
  for await (const handle of folder.values()) {
    isEmpty = false
    const below = `${path}/${handle.name}`
    if (handle.kind === 'directory') yield* walk(handle, below)
    else yield await toEntry(handle, below)
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

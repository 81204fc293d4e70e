import { ServiceError } from '@awan/protocol/errors'
import type { UploadSource } from '../upload-source.ts'

/** A file to send, by its way below the folder that it goes to. */
export interface FileEntry {
  /** `photos/2026/sea.jpg`; the folders on the way are made. */
  path: string
  /** The bytes, or what opens them when their turn comes. */
  source: UploadSource | (() => UploadSource | Promise<UploadSource>)
  /** Where the source is opened later: what is known of it already. */
  size?: number | undefined
  /** RFC 3339; that of a File is taken from it. */
  modified_time?: string | undefined
  mime_type?: string | undefined
}

/** A folder to make, whether something is in it or not. */
export interface FolderEntry {
  path: string
  kind: 'folder'
}

export type UploadEntry = FileEntry | FolderEntry

/** Any of them at once, or as they are found. */
export type UploadEntries = Iterable<UploadEntry> | AsyncIterable<UploadEntry>

export function isFolder(entry: UploadEntry): entry is FolderEntry {
  return 'kind' in entry
}

export function sizeOf(entry: UploadEntry): number | undefined {
  if (isFolder(entry)) return 0
  return typeof entry.source === 'function' ? entry.size : entry.source.size
}

export function modifiedTimeOf(entry: FileEntry): string | undefined {
  if (entry.modified_time !== undefined) return entry.modified_time
  const lastModified = fieldOf(entry.source, 'lastModified')
  return typeof lastModified === 'number' ? new Date(lastModified).toISOString() : undefined
}

export function mimeTypeOf(entry: FileEntry): string | undefined {
  const type = entry.mime_type ?? fieldOf(entry.source, 'type')
  return typeof type === 'string' && type !== '' ? type : undefined
}

export async function openSource({ path, source }: FileEntry): Promise<UploadSource> {
  if (typeof source !== 'function') return source
  try {
    return await source()
  } catch (cause) {
    throw unreadable(path, cause)
  }
}

/** The source is there no more, or may not be read: nothing that the server could help. */
export function unreadable(path: string, cause: unknown): ServiceError {
  if (cause instanceof ServiceError) return cause
  return new ServiceError('failed_precondition', { description: `${path} cannot be read`, cause })
}

/** The folder of a path and the name in it; the folder that everything goes to is `''`. */
export function splitPath(path: string): { folder: string; name: string } {
  const at = path.lastIndexOf('/')
  return { folder: at < 0 ? '' : path.slice(0, at), name: path.slice(at + 1) }
}

/** What leads out of the folder, or nowhere, is no path. */
export function isPath(path: unknown): path is string {
  return (
    typeof path === 'string' &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  )
}

/** What a File says about itself, without asking what class it is of. */
function fieldOf(source: FileEntry['source'], name: 'lastModified' | 'type'): unknown {
  return typeof source === 'function'
    ? undefined
    : (source as unknown as Record<string, unknown>)[name]
}

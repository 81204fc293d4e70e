import { ERROR_INFO, type ErrorInfo, isServiceError, ServiceError } from '@awan/protocol/errors'
import type { UploadSource } from '../upload-source.ts'

const UNREADABLE = 'UNREADABLE'
/** What browsers give no name for: bytes that are not valid text. */
export const NO_NAME = '\u{fffd}'

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
  /** Looks for it again after it could not be read; otherwise the same source is tried again. */
  retry?: Reread | undefined
}

/** A folder to make, whether something is in it or not. */
export interface FolderEntry {
  path: string
  kind: 'folder'
}

/**
 * Something that was found but cannot be read. It is listed as failed, with its reason, and the others continue.
 */
export interface UnreadableEntry {
  path: string
  kind: 'unreadable'
  error: ServiceError
  /** A folder of which not everything could be listed. */
  isFolder?: boolean | undefined
  /** What is known of a file nevertheless. */
  size?: number | undefined
  modified_time?: string | undefined
  /** Looks for it again; without it, trying again changes nothing. */
  retry?: Reread | undefined
}

/**
 * Gives what is at a path now, which may again be unreadable; of a folder, all that was not given before. Where it
 * gives nothing, the same is tried again. Files of one folder may share one function.
 */
export type Reread = (path: string) => UploadEntries

export type UploadEntry = FileEntry | FolderEntry | UnreadableEntry

/** Any of them at once, or as they are found. */
export type UploadEntries = Iterable<UploadEntry> | AsyncIterable<UploadEntry>

export function isFolder(entry: UploadEntry): entry is FolderEntry {
  return 'kind' in entry && entry.kind === 'folder'
}

export function isFile(entry: UploadEntry): entry is FileEntry {
  return !('kind' in entry)
}

export function sizeOf(entry: UploadEntry): number | undefined {
  if (isFolder(entry)) return 0
  if (!isFile(entry)) return entry.size
  return typeof entry.source === 'function' ? entry.size : entry.source.size
}

export function modifiedTimeOf(entry: FileEntry | UnreadableEntry): string | undefined {
  if (entry.modified_time !== undefined || !isFile(entry)) return entry.modified_time
  const lastModified = fieldOf(entry.source, 'lastModified')
  return typeof lastModified === 'number' ? new Date(lastModified).toISOString() : undefined
}

export function mimeTypeOf(entry: FileEntry): string | undefined {
  const type = entry.mime_type ?? fieldOf(entry.source, 'type')
  return typeof type === 'string' && type !== '' ? type : undefined
}

export async function openSource({ path, source }: FileEntry): Promise<UploadSource> {
  try {
    const opened = typeof source === 'function' ? await source() : source
    // A file that is gone has no bytes either: only reading all of it tells the two apart.
    if (opened instanceof Blob && opened.size === 0) await opened.arrayBuffer()
    return opened
  } catch (cause) {
    throw unreadable(path, cause)
  }
}

/** The source is there no more, or may not be read: nothing that the server could help. */
export function unreadable(path: string, cause: unknown): ServiceError {
  if (cause instanceof ServiceError) return cause
  return new ServiceError('failed_precondition', {
    description: `${path} cannot be read`,
    details: [{ '@type': ERROR_INFO, reason: UNREADABLE, metadata: { cause: nameOf(cause) } }],
    cause,
  })
}

/** Whether a file failed because it could not be read, and not because of the server or the network. */
export function isUnreadable(error: unknown): boolean {
  return unreadableCause(error) !== undefined
}

/**
 * What the platform calls the reason, such as `NotFoundError`; nothing for other failures.
 *
 * @example if (unreadableCause(row.error) === 'NotFoundError') show(`${row.path} was moved or deleted`)
 */
export function unreadableCause(error: unknown): string | undefined {
  if (!isServiceError(error, 'failed_precondition')) return undefined
  const info = error.details.find((detail) => 'reason' in detail && detail.reason === UNREADABLE)
  return info && ((info as ErrorInfo).metadata?.cause ?? 'Error')
}

function nameOf(cause: unknown): string {
  const name = (cause as { name?: unknown } | undefined)?.name
  return typeof name === 'string' ? name : 'Error'
}

/** The entry of what cannot be read. */
export function toUnreadable(
  path: string,
  cause: unknown,
  more: Pick<UnreadableEntry, 'isFolder' | 'retry'> = {},
): UnreadableEntry {
  return { path, kind: 'unreadable', error: unreadable(path, cause), ...more }
}

/** The path of something in a folder. What has no name that can be written still has a place in a list. */
export function pathIn(folder: string, name: string): string {
  return `${folder}/${name === '' ? NO_NAME : name}`
}

/** The folder of a path and the name in it; the folder that everything goes to is `''`. */
export function splitPath(path: string): { folder: string; name: string } {
  const at = path.lastIndexOf('/')
  return { folder: at < 0 ? '' : path.slice(0, at), name: path.slice(at + 1) }
}

/** The drive keeps a name in this form, without white space around it. */
export function toStoredName(name: string): string {
  return name.normalize('NFC').trim()
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

import type { DriveClient } from '@awan/client/drive'
import { isServiceError } from '@awan/protocol/errors'
import { queryOptions } from '@tanstack/react-query'

/** One file as it is now, with the folders above it. */
export function fileQuery(drive: DriveClient, id: string) {
  return queryOptions({
    queryKey: ['drive', 'file', id],
    queryFn: () => drive.files.get(id),
  })
}

export type PreviewedFile = Awaited<ReturnType<DriveClient['files']['get']>>

/** A file with its content as text. */
export interface PreviewedText {
  file: PreviewedFile
  text: string
}

/** A link is good for ten minutes; one that is older than this is asked for anew. */
const LINK_FRESH_MS = 5 * 60_000

/** Where the browser itself finds the bytes: a new content is a new link. */
export function linkQuery(
  drive: DriveClient,
  { id, hash }: { id: string; hash?: string | undefined },
) {
  return queryOptions({
    queryKey: ['drive-content', id, hash, 'link'],
    queryFn: () => drive.files.link(id),
    staleTime: LINK_FRESH_MS,
    gcTime: LINK_FRESH_MS,
    // What is on the screen keeps the link that it began with.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** So much of a text is shown, and so much can be written in. */
export const MAX_TEXT_BYTES = 2 * 1024 * 1024

export interface Beginning {
  bytes: Uint8Array<ArrayBuffer>
  /** Of the whole content: which one these bytes are of. */
  hash: string | undefined
  /** Whether there is more. */
  isCut: boolean
}

/** The first bytes of a file: all of them where it is small. */
export function beginningQuery(
  drive: DriveClient,
  { id, hash }: Pick<PreviewedFile, 'id' | 'hash'>,
) {
  return queryOptions({
    queryKey: ['drive-content', id, hash, 'beginning'],
    queryFn: ({ signal }) => readBeginning(drive, id, signal),
    // A content never changes; another one has another hash.
    staleTime: Infinity,
    gcTime: 60_000,
  })
}

export async function readBeginning(
  drive: Pick<DriveClient, 'files'>,
  id: string,
  signal?: AbortSignal,
): Promise<Beginning> {
  const range = { start: 0, end: MAX_TEXT_BYTES - 1 }
  const response = await drive.files.download(id, { range, signal }).catch((error: unknown) => {
    // An empty file has no first byte; all of it is what is wanted then.
    if (isServiceError(error, 'out_of_range')) return drive.files.download(id, { signal })
    throw error
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1])
  return {
    bytes,
    hash: /^"(.+)"$/.exec(response.headers.get('etag') ?? '')?.[1],
    isCut: total > bytes.length,
  }
}

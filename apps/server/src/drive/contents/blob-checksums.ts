import type { Reader, Writer } from '../../db/database.ts'
import {
  insertChecksum,
  listVersionChecksums,
  type VersionChecksum,
} from './blob-checksums.store.ts'

/** What a whole content adds up to. */
export interface ContentChecksum {
  /** As the client called it, in lower case: `sha1`, `md5`, `adler32`, `sha256`, `sha3-256`, `blake3`. */
  readonly algorithm: string
  /** Hexadecimal. */
  readonly value: string
}

/**
 * Keeps a checksum that a client has sent and that all bytes of the content were held against. It belongs
 * to the content: every version that shares it has it, and it goes with the last of them.
 */
export async function saveChecksum(
  writer: Writer,
  { drive_id, blob_id }: { drive_id: string; blob_id: string },
  { algorithm, value }: ContentChecksum,
): Promise<void> {
  await insertChecksum(writer, { drive_id, blob_id, algorithm, value })
}

/** The checksums of some versions; those that nobody has sent one for have none. */
export async function checksumsOf(
  reader: Reader,
  driveId: string,
  versionIds: readonly string[],
): Promise<Map<string, ContentChecksum[]>> {
  if (versionIds.length === 0) return new Map()
  const rows = await listVersionChecksums(reader, driveId, versionIds)
  const byVersion = Map.groupBy(rows, ({ version_id }) => version_id)
  return new Map([...byVersion].map(([id, found]) => [id, found.map(toChecksum)]))
}

function toChecksum({ algorithm, value }: VersionChecksum): ContentChecksum {
  return { algorithm, value }
}

import { buffer } from 'node:stream/consumers'
import type { ReadBytes } from '../../kernel/zip/read-ahead.ts'
import type { Access } from '../access/access.ts'
import type { Downloads } from '../downloads/downloads.ts'

/** The bytes of an archive, by ranges. */
export interface Archive {
  sizeBytes: number
  read: ReadBytes
}

/** One version of a file, for whoever may still download it. */
export async function openArchive(
  { downloads }: { downloads: Pick<Downloads, 'open'> },
  access: Access,
  { archiveId, versionId }: { archiveId: string; versionId: string },
): Promise<Archive> {
  const content = await downloads.open({ ...access, right: 'view' }, archiveId, versionId)
  return {
    sizeBytes: content.sizeBytes,
    async read(start, length) {
      if (length === 0) return Buffer.alloc(0)
      return buffer(await content.read({ start, end: start + length - 1 }))
    },
  }
}

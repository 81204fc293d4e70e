import type { BundleManifestSent } from '@awan/protocol/drive'
import type { ServiceError } from '@awan/protocol/errors'
import { readContents } from './read-contents.ts'
import { toBundleBody } from './send-bundle.ts'
import {
  type FileEntry,
  isFile,
  isFolder,
  mimeTypeOf,
  modifiedTimeOf,
  unreadable,
} from './upload-entry.ts'
import type { Upload } from './upload-list.ts'
import type { BundleWork } from './work-queue.ts'

/** Files that are read at once: each waits for the disk, and together they wait once. */
const READ_AT_ONCE = 64

/** What content that is damaged on its way is noticed by. */
type Hash = (content: Uint8Array<ArrayBuffer>) => Promise<string>
type ManifestEntry = BundleManifestSent['entries'][number]

/** Reads the files of a bundle into one body; one that cannot be read leaves it and is told. */
export async function packBundle(
  hash: Hash | undefined,
  bundle: BundleWork,
  uploads: readonly Upload[],
  onUnreadable: (id: number, error: ServiceError) => void,
): Promise<void> {
  const packed: { id: number; entry: ManifestEntry; content: Uint8Array | undefined }[] = []
  for (let at = 0; at < uploads.length; at += READ_AT_ONCE) {
    const some = uploads.slice(at, at + READ_AT_ONCE)
    const contents = await readContents(some.map(({ entry }) => entry).filter(isFile))
    let read = 0
    const describing = some.map(async ({ id, entry }) => {
      if (isFolder(entry)) return { id, entry, content: undefined }
      if (!isFile(entry)) return undefined
      const content = contents[read++]
      if (content instanceof Uint8Array) {
        return { id, entry: await describe(hash, entry, content), content }
      }
      onUnreadable(id, unreadable(entry.path, content))
      return undefined
    })
    for (const one of await Promise.all(describing)) if (one) packed.push(one)
  }
  bundle.ids = packed.map(({ id }) => id)
  if (packed.length === 0) return
  bundle.body = toBundleBody(
    {
      parent_id: bundle.batch.parentId,
      conflict: bundle.rule,
      entries: packed.map(({ entry }) => entry),
    },
    packed.flatMap(({ content }) => content ?? []),
  )
}

async function describe(
  hash: Hash | undefined,
  entry: FileEntry,
  content: Uint8Array<ArrayBuffer>,
): Promise<ManifestEntry> {
  return {
    path: entry.path,
    size: content.length,
    modified_time: modifiedTimeOf(entry),
    mime_type: mimeTypeOf(entry),
    block_hash: await hash?.(content),
  }
}

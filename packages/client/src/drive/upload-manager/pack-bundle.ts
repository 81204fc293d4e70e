import type { BundleManifestSent } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import { toHex } from '../../device/hex-id.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { toBundleBody } from './send-bundle.ts'
import {
  type FileEntry,
  isFolder,
  mimeTypeOf,
  modifiedTimeOf,
  openSource,
  unreadable,
} from './upload-entry.ts'
import type { Upload } from './upload-list.ts'
import type { BundleWork } from './work-queue.ts'

/** Files that are read side by side: each waits for the disk, and together they wait once. */
const READ_AT_ONCE = 32

type ManifestEntry = BundleManifestSent['entries'][number]

/** Reads the files of a bundle into one body; one that cannot be read leaves it and is told. */
export async function packBundle(
  runtime: Pick<Runtime, 'sha256'>,
  bundle: BundleWork,
  uploads: readonly Upload[],
  onUnreadable: (id: number, error: ServiceError) => void,
): Promise<void> {
  const packed: { id: number; entry: ManifestEntry; content: Uint8Array | undefined }[] = []
  for (let at = 0; at < uploads.length; at += READ_AT_ONCE) {
    const reading = uploads.slice(at, at + READ_AT_ONCE).map(async ({ id, entry }) => {
      if (isFolder(entry)) return { id, entry, content: undefined }
      try {
        const content = await readWhole(entry)
        return { id, entry: await describe(runtime, entry, content), content }
      } catch (cause) {
        onUnreadable(id, unreadable(entry.path, cause))
        return undefined
      }
    })
    for (const one of await Promise.all(reading)) if (one) packed.push(one)
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

async function readWhole(entry: FileEntry): Promise<Uint8Array> {
  const source = await openSource(entry)
  // Asked for once: of a file on disk a browser looks it up each time.
  const { size } = source
  const body = await source.slice(0, size)
  const content = body instanceof Uint8Array ? body : new Uint8Array(await body.arrayBuffer())
  if (content.length === size) return content
  throw new ServiceError('failed_precondition', {
    description: `${entry.path} gave ${content.length} bytes instead of ${size}`,
  })
}

async function describe(
  { sha256 }: Pick<Runtime, 'sha256'>,
  entry: FileEntry,
  content: Uint8Array,
): Promise<ManifestEntry> {
  return {
    path: entry.path,
    size: content.length,
    modified_time: modifiedTimeOf(entry),
    mime_type: mimeTypeOf(entry),
    sha256: sha256 && toHex(await sha256(content as Uint8Array<ArrayBuffer>)),
  }
}

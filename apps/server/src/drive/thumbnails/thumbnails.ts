import { NOT_YET_REASON } from '@awan/protocol/drive'
import { ERROR_INFO, isServiceError, ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { BlobRow } from '../../db/tables.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import type { SpareTime } from '../../kernel/spare-time.ts'
import type { Access } from '../access/access.ts'
import type { Accesses } from '../access/accesses.ts'
import type { Drives } from '../access/drives.ts'
import { toLinkHolder } from '../access/link-holder.ts'
import { openNode } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import type { ListedNode } from '../access/seen-node.ts'
import { findVersion } from '../contents/contents.ts'
import type { Content } from '../downloads/downloads.ts'
import type { ReadContent } from '../downloads/read-content.ts'
import type { KeepParts } from './keep-pictures.ts'
import { insertOrder } from './order-thumbnails.ts'
import type { PictureKind } from './picture-kind.ts'
import { makableKinds, type PicturePrograms } from './programs.ts'
import { type LinkSettings, ThumbnailLinks } from './thumbnail-links.ts'
import { ThumbnailRunner } from './thumbnail-runner.ts'
import {
  deleteJob,
  deleteThumbnails,
  findJob,
  findPicture,
  listFailedVersions,
} from './thumbnails.store.ts'

export interface Thumbnails {
  /** At once, whatever there is: the picture, that it comes soon, or that there is none. */
  open(access: Access, nodeId: string, size: number): Promise<Content>
  openLink(link: string, size: number): Promise<Content>
  /** The address of a thumbnail that a file has or can have. */
  linkOf(access: Access, node: ListedNode): string | undefined
  /** Which of some nodes have a picture, or have one soon: by their ids. */
  findPictured(
    reader: Reader,
    driveId: string,
    nodes: readonly Pick<ListedNode, 'id' | 'version_id' | 'mime_type' | 'size'>[],
  ): Promise<Set<string>>
  /** For code elsewhere that makes links. */
  readonly linkSettings: LinkSettings
  readonly runner: ThumbnailRunner
  readonly chores: Chore[]
}

export interface ThumbnailsOptions extends KeepParts {
  drives: Drives
  accesses: Accesses
  readContent: ReadContent
  linkKey: Buffer
  /** Of what is missing among them there are no thumbnails. */
  programs: PicturePrograms
  spareTime?: Pick<SpareTime, 'use'> | undefined
  onProblem?: ((problem: unknown) => void) | undefined
}

export function createThumbnails(options: ThumbnailsOptions): Thumbnails {
  const { db, blobs, drives, accesses, clock, readContent, programs } = options
  // A copy: a transfer to a thread takes the whole underlying buffer with it.
  const key = Uint8Array.from(options.linkKey)
  const linkSettings: LinkSettings = { key, kinds: makableKinds(programs) }
  const links = new ThumbnailLinks(linkSettings)
  const runner = new ThumbnailRunner(options)

  return {
    async open(access, nodeId, size) {
      const found = await drives.read(access, (reader, drive) =>
        look(reader, drive, { nodeId, size }),
      )
      return toContent(found, 0)
    },

    async openLink(link, size) {
      const now = clock.now()
      const claims = links.open(link, now)
      if (!claims) throw notFound()
      const access = await accesses.ofLink(claims.driveId, claims.holder)
      const found = await drives.read(access, (reader, drive) =>
        look(reader, drive, { ...claims, size }),
      )
      return toContent(found, claims.expiresAt - now)
    },

    async findPictured(reader, driveId, nodes) {
      const possible = nodes.filter((node) => links.kindOf(node))
      const versions = possible.flatMap(({ version_id }) => version_id ?? [])
      const failed = await listFailedVersions(reader, driveId, versions)
      const pictured = possible.filter(({ version_id }) => !failed.has(version_id ?? ''))
      return new Set(pictured.map(({ id }) => id))
    },

    linkOf: ({ actor }, node) => links.linkOf(node, toLinkHolder(actor), clock.now()),
    linkSettings,

    runner,
    // What is asked for wakes its own process; this finds what was uploaded or left behind.
    chores: [{ name: 'make thumbnails', everyMs: 2_000, run: () => runner.run() }],
  }

  async function look(
    reader: Reader,
    drive: OpenDrive,
    wanted: { nodeId: string; versionId?: string; size: number },
  ): Promise<Found> {
    const node = await openNode(reader, drive, wanted.nodeId)
    const version = await findVersion(reader, drive.id, wanted.versionId ?? node.version_id ?? '')
    const kind = version && links.kindOf({ mime_type: node.mime_type, size: version.size })
    if (version?.node_id !== node.id || !kind) throw notFound()
    const key = { drive_id: drive.id, blob_id: version.blob_id }
    const picture = await findPicture(reader, key, wanted.size)
    const order = { ...key, kind }
    if (picture) return { kind: 'made', picture, order }
    const job = await findJob(reader, key)
    if (job?.state === 'failed') throw notFound()
    return { kind: job?.state === 'waiting' ? 'ordered' : 'missing', order }
  }

  async function toContent(found: Found, freshMs: number): Promise<Content> {
    if (found.kind === 'missing') await orderAnew(found.order)
    if (found.kind !== 'made') {
      runner.want(found.order)
      throw notYet()
    }
    const { picture, order } = found
    const content = { driveId: picture.drive_id, blobId: picture.id }
    return {
      name: 'thumbnail.webp',
      mimeType: 'image/webp',
      sizeBytes: picture.size,
      hash: picture.hash ?? '',
      storedAt: picture.created_at,
      freshMs,
      isImmutable: true,
      async read(range = { start: 0, end: picture.size - 1 }) {
        try {
          return await readContent(content, range)
        } catch (error) {
          if (!isServiceError(error, 'not_found')) throw error
          await orderAnew(order)
          throw notYet()
        }
      },
    }
  }

  /** A picture that was lost is made again: a backup may leave out what can be. */
  async function orderAnew(order: Order): Promise<void> {
    const lost = await db.write(async (writer) => {
      const pictures = await deleteThumbnails(writer, order)
      await deleteJob(writer, order)
      await insertOrder(writer, order, clock.now())
      return pictures
    })
    for (const id of lost) await blobs.delete(id)
  }
}

type Found =
  | { kind: 'made'; picture: BlobRow; order: Order }
  | { kind: 'ordered' | 'missing'; order: Order }

interface Order {
  drive_id: string
  blob_id: string
  kind: PictureKind
}

/** In the same words whether there is no such file or no picture of it. */
function notFound(): ServiceError {
  return new ServiceError('not_found', { description: 'no such file or folder' })
}

function notYet(): ServiceError {
  return new ServiceError('aborted', {
    description: 'the thumbnail is being made: ask again soon',
    details: [
      {
        '@type': ERROR_INFO,
        reason: NOT_YET_REASON,
        domain: 'drive',
        metadata: { retry_after: '1' },
      },
    ],
  })
}

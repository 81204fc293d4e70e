import type { Readable } from 'node:stream'
import { ServiceError } from '@awan/protocol/errors'
import type { BlobStore, ByteRange } from '../../blobs/blob-store.ts'
import type { Database, Reader } from '../../db/database.ts'
import type { VersionRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Access } from '../access/access.ts'
import type { Accesses } from '../access/accesses.ts'
import type { Drives } from '../access/drives.ts'
import { toLinkHolder } from '../access/link-holder.ts'
import { type OpenNode, openNode, requireRight } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { createContentReader } from '../contents/content-reader.ts'
import { findVersion } from '../contents/contents.ts'
import { SMALL_CONTENT_BYTES } from '../contents/store-content.ts'
import { LinkKey } from '../links/link-key.ts'
import type { Node } from '../nodes/nodes.ts'
import type { CountDownload, HoldDownload } from './count-download.ts'
import { openLink, signLink } from './download-link.ts'
import { exactLength } from './exact-length.ts'

/** One version of a file, ready to be read. */
export interface Content {
  name: string
  mimeType: string | null
  sizeBytes: number
  hash: string
  /** When these bytes became the file, whatever date the file itself claims. */
  storedAt: number
  /** How long a copy stays good without asking again. */
  freshMs: number
  /** Whether its address never gives anything else, so that nobody need ask again meanwhile. */
  isImmutable?: boolean
  read(range?: ByteRange): Promise<Readable>
  /** All of a small one, which is sent in one piece; undefined for any other. */
  readSmall?(): Promise<Uint8Array | undefined>
  /** Where downloads are counted: comes before the first byte is read. */
  hold?: HoldDownload | undefined
}

/** A drive that is being read, and by whom. */
export interface OpenRead {
  reader: Reader
  drive: OpenDrive
  access: Access
}

export interface Downloads {
  /** What the file holds now, or another version of it. */
  open(access: Access, nodeId: string, versionId?: string): Promise<Content>
  /** The same for whoever has found the file already: in the read that found it. */
  openIn(read: OpenRead, node: OpenNode, versionId?: string): Promise<Content>
  createLink(
    access: Access,
    nodeId: string,
    versionId?: string,
  ): Promise<{ link: string; expiresAt: number }>
  openLink(link: string): Promise<Content>
}

export const LINK_TTL_MS = 600_000

export interface DownloadsOptions {
  db: Database
  drives: Drives
  accesses: Accesses
  blobs: BlobStore
  clock: Clock
  linkKey: Buffer
  countDownload?: CountDownload | undefined
}

export function createDownloads(options: DownloadsOptions): Downloads {
  const { drives, accesses, clock, countDownload } = options
  const linkKey = new LinkKey(options.linkKey)
  const contents = createContentReader(options)
  return {
    async open(access, nodeId, versionId) {
      return drives.read(access, async (reader, drive) =>
        openIn({ reader, drive, access }, await openNode(reader, drive, nodeId), versionId),
      )
    },

    openIn,

    async createLink(access, nodeId, versionId) {
      return drives.read(access, async (reader, drive) => {
        const file = toFile(await openNode(reader, drive, nodeId))
        const isPast = requireMayRead(file, versionId)
        if (versionId !== undefined) await requireVersion(reader, file.node, versionId)
        // A place is taken when the link is used.
        countDownload?.(access, drive, toItem(file.node, versionId ?? file.versionId))
        const expiresAt = clock.now() + LINK_TTL_MS
        const claims = {
          driveId: drive.id,
          nodeId: file.node.id,
          versionId: versionId ?? file.versionId,
          isPast,
          holder: toLinkHolder(access.actor),
          expiresAt,
        }
        return { link: signLink(linkKey, claims), expiresAt }
      })
    },

    async openLink(link) {
      const claims = openLink(linkKey, link, clock.now())
      if (!claims) throw noContent()
      const access = await accesses.ofLink(claims.driveId, claims.holder)
      return drives.read(access, async (reader, drive) => {
        const node = await openNode(reader, drive, claims.nodeId)
        if (claims.isPast) requireRight(node, 'edit')
        const hold = countDownload?.(access, drive, toItem(node, claims.versionId))
        const freshMs = claims.expiresAt - clock.now()
        return { ...(await toContent(reader, node, claims.versionId, freshMs)), hold }
      })
    },
  }

  async function openIn(
    { reader, drive, access }: OpenRead,
    node: OpenNode,
    versionId?: string,
  ): Promise<Content> {
    const file = toFile(node)
    requireMayRead(file, versionId)
    const version = versionId ?? file.versionId
    const hold = countDownload?.(access, drive, toItem(file.node, version))
    return { ...(await toContent(reader, file.node, version, 0)), hold }
  }

  async function toContent(
    reader: Reader,
    node: Node,
    versionId: string,
    freshMs: number,
  ): Promise<Content> {
    const version = await requireVersion(reader, node, versionId)
    return {
      name: node.name,
      mimeType: node.mime_type,
      sizeBytes: version.size,
      hash: version.hash,
      storedAt: version.created_at,
      freshMs,
      async read(range) {
        const bytes = range ? range.end - range.start + 1 : version.size
        return exactLength(await contents.read(node.drive_id, version.blob_id, range), bytes)
      },
      async readSmall() {
        if (version.size > SMALL_CONTENT_BYTES) return undefined
        const bytes = await contents.readSmall(node.drive_id, version.blob_id)
        // What is not whole is left to the stream, which says so.
        return bytes?.length === version.size ? bytes : undefined
      },
    }
  }
}

/** What tells one download of a visitor from another. */
function toItem({ id }: Node, versionId: string): string {
  return `${id}.${versionId}`
}

/** What a file was before is for those who may bring it back; it says whether it is that. */
function requireMayRead({ node, versionId }: OpenFile, wantedId = versionId): boolean {
  const isPast = wantedId !== versionId
  if (isPast) requireRight(node, 'edit')
  return isPast
}

interface OpenFile {
  node: OpenNode
  versionId: string
}

function toFile(node: OpenNode): OpenFile {
  if (node.version_id === null) {
    throw new ServiceError('failed_precondition', { description: 'a folder has no content' })
  }
  return { node, versionId: node.version_id }
}

async function requireVersion(reader: Reader, node: Node, id: string): Promise<VersionRow> {
  const version = await findVersion(reader, node.drive_id, id)
  if (version?.node_id !== node.id) throw noContent()
  return version
}

/** In the same words as for a node that is not there: a link tells nothing but its content. */
function noContent(): ServiceError {
  return new ServiceError('not_found', { description: 'no such file or folder' })
}

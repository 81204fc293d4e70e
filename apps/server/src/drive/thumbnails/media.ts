import type { PictureFacts } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Reader } from '../../db/database.ts'
import type { ThumbnailJobRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Access } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { openNode } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { findVersion } from '../contents/contents.ts'
import type { RequireDownload } from '../downloads/count-download.ts'
import { insertOrder } from './order-thumbnails.ts'
import { CAMERA_KINDS, type PictureKind, pictureKind } from './picture-kind.ts'
import type { ThumbnailRunner } from './thumbnail-runner.ts'
import { findJob, reopenJob } from './thumbnails.store.ts'

export interface Media {
  /** By which photos are sorted, in milliseconds. */
  photoTime: number
  picture: PictureFacts | undefined
  /** It is being read. */
  isPending: boolean
}

/** What is known of an image or a video beside how it looks. */
export type ReadMedia = (access: Access, nodeId: string) => Promise<Media>

export interface ReadMediaOptions {
  db: Database
  drives: Drives
  clock: Clock
  runner: Pick<ThumbnailRunner, 'want'>
  requireDownload: RequireDownload
}

export function createReadMedia(options: ReadMediaOptions): ReadMedia {
  const { db, drives, clock, runner, requireDownload } = options

  return async (access, nodeId) => {
    const { photoTime, order, job } = await drives.read(access, (reader, drive) =>
      look(reader, drive, nodeId),
    )
    // The header of a video is read once: if it says nothing then, it never will.
    const isRead = job?.state === 'failed' || (order.kind === 'video' && job?.state !== 'waiting')
    if (isRead && typeof job?.picture !== 'string') {
      return { photoTime, picture: undefined, isPending: false }
    }
    if (typeof job?.picture === 'string') {
      return { photoTime, picture: JSON.parse(job.picture) as PictureFacts, isPending: false }
    }
    if (job?.state !== 'waiting') {
      await db.write(async (writer) => {
        await insertOrder(writer, order, clock.now())
        await reopenJob(writer, order)
      })
    }
    runner.want(order)
    return { photoTime, picture: undefined, isPending: true }

    async function look(reader: Reader, drive: OpenDrive, id: string): Promise<Found> {
      const node = await openNode(reader, drive, id)
      const version = await findVersion(reader, drive.id, node.version_id ?? '')
      const kind = version && pictureKind({ mime_type: node.mime_type, size: version.size })
      if (!version || !kind || !CAMERA_KINDS.has(kind)) throw notFound()
      // What a camera writes is a part of the content, and more than a preview.
      await requireDownload(reader, drive, `${node.id}.${version.id}`)
      const order = { drive_id: drive.id, blob_id: version.blob_id, kind }
      const photoTime = node.taken_at ?? node.modified_at
      return { photoTime, order, job: await findJob(reader, order) }
    }
  }
}

interface Found {
  photoTime: number
  order: { drive_id: string; blob_id: string; kind: PictureKind }
  job: ThumbnailJobRow | undefined
}

/** In the same words whether there is no such file or no picture of it. */
function notFound(): ServiceError {
  return new ServiceError('not_found', { description: 'no such file or folder' })
}

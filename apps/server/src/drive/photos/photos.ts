import type { Access } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { openNodes, takenTimesOf } from '../access/open-node.ts'
import type { ListedPage, Lists, PhotoFilter } from '../lists/lists.ts'

import { toPhotoParts, walkPhotos } from '../lists/walk-photos.ts'
import { Marks } from '../nodes/marks.ts'
import type { SealedTokens } from '../sealed-tokens.ts'
import type { TimeKey } from '../time-token.ts'

export interface PhotoMeasure {
  count: number
  every: number
  pageTokens: string[]
  /** The latest first. */
  days: PhotoDay[]
  /** Of all that the caller sees, whatever the filter. */
  images: number
  videos: number
  /** The most used first. */
  cameras: { name: string; count: number }[]
  seq: number
}

export interface PhotoDay {
  date: string
  count: number
  /** The width of each for 100 of its height; 0 where that is not known. */
  aspects?: number[]
}

/** Images and videos of the whole drive, in the order in which they were taken. */
export interface Photos {
  list(
    access: Access,
    page: { size: number; token: string | undefined },
    filter?: PhotoFilter,
  ): Promise<ListedPage>
  measure(
    access: Access,
    given: {
      pageSize: number
      utcOffsetMinutes: number
      filter?: PhotoFilter
      hasAspects?: boolean
    },
  ): Promise<PhotoMeasure>
  /** Of those that the caller sees, by their ids. */
  times(access: Access, ids: readonly string[]): Promise<Map<string, number>>
}

export function createPhotos({
  drives,
  lists,
  pageTokens,
}: {
  drives: Drives
  lists: Lists
  pageTokens: SealedTokens
}): Photos {
  return {
    list: (access, page, filter = {}) => lists.photos(access, page, allowed(access, filter)),

    times: (access, ids) =>
      drives.read(access, async (reader, drive) => {
        const seen = await openNodes(reader, drive, [...new Set(ids)])
        return takenTimesOf(reader, drive.id, [...seen.keys()])
      }),

    async measure(access, { pageSize, utcOffsetMinutes, filter = {}, hasAspects = false }) {
      return drives.readLong(access, async (reader, drive) => {
        const marks = new Marks<TimeKey>(pageSize)
        const days: PhotoMeasure['days'] = []
        const kinds = { images: 0, videos: 0 }
        const cameras = new Map<string, number>()
        for await (const photo of walkPhotos(reader, drive, allowed(access, filter))) {
          kinds[photo.isVideo ? 'videos' : 'images']++
          if (photo.camera) cameras.set(photo.camera, (cameras.get(photo.camera) ?? 0) + 1)
          if (!photo.isWanted) continue
          const date = toDate(photo.at + utcOffsetMinutes * 60_000)
          let day = days.at(-1)
          if (day?.date !== date) {
            day = { date, count: 0, ...(hasAspects && { aspects: [] }) }
            days.push(day)
          }
          day.count++
          day.aspects?.push(photo.aspect ?? 0)
          if (marks.missing === 1) marks.add(photo)
          else marks.pass(1)
        }
        const { count, every } = marks
        const tokens = marks
          .inside()
          .map((photo) => pageTokens.close(drive.reach.actorId, toPhotoParts(photo)))
        return {
          count,
          every,
          pageTokens: tokens,
          days,
          ...kinds,
          cameras: seesCameras(access) ? mostUsed(cameras) : [],
          seq: drive.seq,
        }
      })
    },
  }
}

/** What a camera writes is more than a preview, and a link may allow nothing more. */
function seesCameras({ actor }: Access): boolean {
  return actor.kind === 'person'
}

function allowed(access: Access, filter: PhotoFilter): PhotoFilter {
  // No camera is called so, and the answer is the same for each.
  return filter.camera === undefined || seesCameras(access) ? filter : { ...filter, camera: '' }
}

const MAX_CAMERAS = 100

function mostUsed(cameras: ReadonlyMap<string, number>): PhotoMeasure['cameras'] {
  return [...cameras]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_CAMERAS)
}

/** Cameras with an empty battery begin in years that a date cannot name; so do hostile files. */
function toDate(ms: number): string {
  return new Date(Math.min(Math.max(ms, 0), LAST_MS)).toISOString().slice(0, 10)
}

const LAST_MS = Date.UTC(9999, 11, 31)

import type { Access } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { openNodes, takenTimesOf } from '../access/open-node.ts'
import type { ListedPage, Lists } from '../lists/lists.ts'
import { toPhotoParts, walkPhotos } from '../lists/walk-photos.ts'
import { Marks } from '../nodes/marks.ts'
import type { SealedTokens } from '../sealed-tokens.ts'
import type { TimeKey } from '../time-token.ts'

export interface PhotoMeasure {
  count: number
  every: number
  pageTokens: string[]
  /** The latest first. */
  days: { date: string; count: number }[]
  seq: number
}

/** Images and videos of the whole drive, in the order in which they were taken. */
export interface Photos {
  list(access: Access, page: { size: number; token: string | undefined }): Promise<ListedPage>
  measure(
    access: Access,
    given: { pageSize: number; utcOffsetMinutes: number },
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
    list: (access, page) => lists.photos(access, page),

    times: (access, ids) =>
      drives.read(access, async (reader, drive) => {
        const seen = await openNodes(reader, drive, [...new Set(ids)])
        return takenTimesOf(reader, drive.id, [...seen.keys()])
      }),

    async measure(access, { pageSize, utcOffsetMinutes }) {
      return drives.readLong(access, async (reader, drive) => {
        const marks = new Marks<TimeKey>(pageSize)
        const days: PhotoMeasure['days'] = []
        for await (const photo of walkPhotos(reader, drive)) {
          const date = toDate(photo.at + utcOffsetMinutes * 60_000)
          const last = days.at(-1)
          if (last?.date === date) last.count++
          else days.push({ date, count: 1 })
          if (marks.missing === 1) marks.add(photo)
          else marks.pass(1)
        }
        const { count, every } = marks
        const tokens = marks
          .inside()
          .map((photo) => pageTokens.close(drive.reach.actorId, toPhotoParts(photo)))
        return { count, every, pageTokens: tokens, days, seq: drive.seq }
      })
    },
  }
}

/** Cameras with an empty battery begin in years that a date cannot name; so do hostile files. */
function toDate(ms: number): string {
  return new Date(Math.min(Math.max(ms, 0), LAST_MS)).toISOString().slice(0, 10)
}

const LAST_MS = Date.UTC(9999, 11, 31)

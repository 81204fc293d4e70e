import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Access } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import type { Signals } from '../changes/signals.ts'
import type { CountDownload } from '../downloads/count-download.ts'
import { countTaken, findDownload, lockLimit, saveHold, updateDownload } from './downloads.store.ts'

/** A place is held so long for a download that nobody hears of any more: its process was killed. */
export const HOLD_MS = 12 * 3_600_000
/** And so long for one that broke off, which its visitor may take up again. */
export const RESUME_MS = 600_000

export interface CountDownloadOptions {
  db: Database
  drives: Drives
  signals: Pick<Signals, 'watch'>
  clock: Clock
  onProblem?: ((problem: unknown) => void) | undefined
}

export function createCountDownload(options: CountDownloadOptions): CountDownload {
  const { db, drives, signals, clock, onProblem = () => {} } = options

  return (access, drive, item) => {
    const { link, actor } = drive.reach
    if (!link || actor.kind !== 'visitor') return undefined
    if (link.allows_download === 0) {
      throw new ServiceError('permission_denied', {
        description: 'this link shows previews alone: it allows no downloads',
      })
    }
    const { drive_id, grant_id } = link
    const key = { drive_id, grant_id, visitor_id: actor.visitorId, item }
    return async (stop) => {
      await hold(key)
      const unwatch = signals.watch(drive_id, () => void stopIfEnded(access, stop))
      let isOver = false
      return {
        keep() {
          isOver = true
          unwatch()
        },
        end(isComplete) {
          if (isOver) return
          isOver = true
          unwatch()
          const now = clock.now()
          const set = isComplete ? { completed_at: now } : { held_until: now + RESUME_MS }
          db.write((writer) => updateDownload(writer, key, set)).catch(onProblem)
        },
      }
    }
  }

  /** A visitor who has a place for this content keeps it: their ranges are one download. */
  async function hold(key: Parameters<typeof findDownload>[1]): Promise<void> {
    await db.write(async (writer) => {
      const link = await lockLimit(writer, key)
      if (!link) throw new ServiceError('not_found', { description: 'no such file or folder' })
      const now = clock.now()
      const known = await findDownload(writer, key)
      const hasPlace = known && (known.completed_at !== null || known.held_until > now)
      const limit = link.download_limit ?? Number.POSITIVE_INFINITY
      if (!hasPlace && (await countTaken(writer, key, now)) >= limit) throw usedUp()
      await saveHold(writer, key, now + HOLD_MS)
    })
  }

  /** Told that something changed in the drive, which may be the link. */
  async function stopIfEnded(access: Access, stop: () => void): Promise<void> {
    try {
      await drives.read(access, async () => undefined)
    } catch (error) {
      if (error instanceof ServiceError && error.error === 'not_found') stop()
      else onProblem(error)
    }
  }
}

function usedUp(): ServiceError {
  return new ServiceError('permission_denied', {
    description: 'this link has no downloads left: ask its owner for another one',
  })
}

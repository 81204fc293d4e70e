import { ServiceError } from '@awan/protocol/errors'
import type { Database, Reader } from '../../db/database.ts'
import type { LinkRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { outsideCalls } from '../../kernel/stall-watch.ts'
import type { Access } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { tellMaker } from '../access/grants.ts'
import type { OpenDrive } from '../access/reach.ts'
import type { Signals, TellSeq } from '../changes/signals.ts'
import type { CountDownload, RequireDownload } from '../downloads/count-download.ts'
import { countTaken, findDownload, lockLimit, saveHold, updateDownload } from './downloads.store.ts'

/** A place is held so long for a download that nobody hears of any more: its process was killed. */
export const HOLD_MS = 12 * 3_600_000
/** And so long for one that broke off, which its visitor may take up again. */
export const RESUME_MS = 600_000

const LOOK_EVERY_MS = 1_000

export interface CountDownloadOptions {
  db: Database
  drives: Drives
  signals: Pick<Signals, 'watch'>
  tellSeq?: TellSeq | undefined
  clock: Clock
  onProblem?: ((problem: unknown) => void) | undefined
}

export function createCountDownload(options: CountDownloadOptions): CountDownload {
  const { db, drives, signals, tellSeq, clock, onProblem = () => {} } = options

  return (access, drive, item) => {
    const key = keyOf(drive, item)
    if (!key) return undefined
    const { drive_id } = key
    return async (stop) => {
      await hold(key)
      let isLooking = false
      const look = () => {
        // The one that runs sees what the next one would see, or the next second does.
        if (isLooking) return
        isLooking = true
        void stopIfEnded(access, stop).finally(() => {
          isLooking = false
        })
      }
      const endWatch = signals.watch(drive_id, look)
      // Of what ends a link without a change of its drive nobody tells: an account that was frozen, a policy, its expiry.
      const timer = setInterval(look, LOOK_EVERY_MS).unref()
      const unwatch = () => {
        clearInterval(timer)
        endWatch()
      }
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
          // The bytes have been sent, also where this process did not run for a while since it was asked for them.
          outsideCalls(() =>
            db.write(async (writer) => {
              await updateDownload(writer, key, set)
              if (isComplete) await tellMaker(writer, key, tellSeq)
            }),
          ).catch(onProblem)
        },
      }
    }
  }

  /** A visitor who has a place for this content keeps it: their ranges are one download. */
  async function hold(key: DownloadKey): Promise<void> {
    await db.write(async (writer) => {
      const link = await lockLimit(writer, key)
      if (!link) throw new ServiceError('not_found', { description: 'no such file or folder' })
      const now = clock.now()
      await requirePlace(writer, key, link, now)
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

/** A part of the content that is no download: for whoever could begin one now, or has begun it. */
export function createRequireDownload({ clock }: { clock: Clock }): RequireDownload {
  return async (reader, drive, item) => {
    const key = keyOf(drive, item)
    const { link } = drive.reach
    if (key && link) await requirePlace(reader, key, link, clock.now())
  }
}

type DownloadKey = Parameters<typeof findDownload>[1]

/** Undefined for everybody but visitors of links. */
function keyOf({ reach: { link, actor } }: OpenDrive, item: string): DownloadKey | undefined {
  if (!link || actor.kind !== 'visitor') return undefined
  if (link.allows_download === 0) {
    throw new ServiceError('permission_denied', {
      description: 'this link shows previews alone: it allows no downloads',
    })
  }
  const { drive_id, grant_id } = link
  return { drive_id, grant_id, visitor_id: actor.visitorId, item }
}

async function requirePlace(
  reader: Reader,
  key: DownloadKey,
  { download_limit }: Pick<LinkRow, 'download_limit'>,
  now: number,
): Promise<void> {
  if (download_limit === null) return
  const known = await findDownload(reader, key)
  const hasPlace = known && (known.completed_at !== null || known.held_until > now)
  if (!hasPlace && (await countTaken(reader, key, now)) >= download_limit) throw usedUp()
}

function usedUp(): ServiceError {
  return new ServiceError('permission_denied', {
    description: 'this link has no downloads left: ask its owner for another one',
  })
}

import type { Database, ThreadRead } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Drives } from '../drives/drives.ts'
import type { LinkSettings } from '../thumbnails/thumbnail-links.ts'
import type { PageQuestion } from './list-page.ts'

/** What a thread is asked: whose drive it is was found out before. */
export interface LargePageQuestion extends PageQuestion {
  driveId: string
  links: LinkSettings
  now: number
}

export interface LargePages {
  /** The answer as JSON; undefined for a page that is read as usual. */
  read(sub: string, question: PageQuestion): Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** What a screen asks for at once is read faster than a thread is woken. */
const SMALL_PAGE = 200

const largePage: ThreadRead<LargePageQuestion> = {
  module: new URL('./large-page.worker.ts', import.meta.url),
}

/**
 * Pages of up to a thousand entries, for whoever reads whole folders. One takes some milliseconds, in
 * which nobody else would be answered: a thread reads it and makes the JSON.
 */
export function createLargePages(options: {
  db: Database
  drives: Drives
  clock: Clock
  links: LinkSettings
}): LargePages {
  const { db, drives, clock, links } = options
  return {
    async read(sub, question) {
      if (question.page.size <= SMALL_PAGE || !db.readInThread) return undefined
      const { id: driveId } = await drives.of(sub)
      return db.readInThread(largePage, { ...question, driveId, links, now: clock.now() })
    },
  }
}

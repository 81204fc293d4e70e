import type { Database, ThreadRead } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type LinkHolder, toLinkHolder } from '../access/link-holder.ts'
import type { LargePages, PageQuestion } from '../nodes/list-page.ts'
import type { LinkSettings } from '../thumbnails/thumbnail-links.ts'

/** What a thread is asked: only of a caller's own drive, which needs no look at grants. */
export interface LargePageQuestion extends PageQuestion {
  driveId: string
  ownerSub: string
  holder: LinkHolder
  links: LinkSettings
  now: number
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
  clock: Clock
  links: LinkSettings
}): LargePages {
  const { db, clock, links } = options
  return {
    async read(access, question) {
      if (question.page.size <= SMALL_PAGE || !db.readInThread) return undefined
      const { driveId, actor } = access
      if (access.glance === undefined || actor.kind !== 'person') return undefined
      // Who holds a lock still is known to more than one table.
      if (access.glance.locked_until > clock.now()) return undefined
      return db.readInThread(largePage, {
        ...question,
        driveId,
        ownerSub: actor.sub,
        holder: toLinkHolder(actor),
        links,
        now: clock.now(),
      })
    },
  }
}

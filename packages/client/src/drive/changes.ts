import type { AnswerOf } from '@awan/protocol'
import type { listChanges, SeqEvent } from '@awan/protocol/drive'
import type { DriveHost } from './drive-host.ts'
import { type DriveEvent, followAllEvents, followEvents } from './follow-events.ts'

export interface ListChangesQuery {
  /** Where the last answer ended; without it one gets the present, and no changes. */
  cursor?: string | undefined
  page_size?: number | undefined
  /** Seconds that the answer may wait for something to tell, 60 at most. */
  wait?: number | undefined
}

/** Keeps a copy of the drive, or of a part of it, up to date. */
export interface Changes {
  /**
   * The changes after a cursor: each file and folder once, with its current state, or `deleted`. If the
   * cursor is too old, it fails with `out_of_range` and the reason RESET: list everything again and get a
   * new cursor.
   *
   * What lies below a deleted folder is not listed, and some of it may have been moved out of it before, which a later page tells. So
   * remove only what is `deleted`, and once `has_more` is false, everything whose folder you do not have.
   *
   * @example
   * let { cursor } = await drive.changes.list()
   * const { changes, has_more } = await drive.changes.list({ cursor, wait: 60 })
   */
  list(
    query?: ListChangesQuery,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<AnswerOf<typeof listChanges>>
  /**
   * The change number of the drive, now and whenever it rises. It ends when the session does, and
   * fails with `unreachable` when the connection is lost.
   *
   * @example for await (const { seq } of drive.changes.events({ signal })) await refresh(seq)
   */
  events(options?: { signal?: AbortSignal | undefined }): AsyncIterable<SeqEvent>
  /**
   * All that the event stream tells, over one connection: the change number of the drive (`seq`), that something is shared
   * or no longer shared (`shares`), and the number of unread messages (`inbox`). It ends and fails as `events` does.
   *
   * @example for await (const { name, data } of drive.changes.allEvents({ signal })) if (name === 'inbox') showCount(data.unread)
   */
  allEvents(options?: { signal?: AbortSignal | undefined }): AsyncIterable<DriveEvent>
}

/** The way there and back, beside the wait itself. */
const MARGIN_MS = 10_000

export function createChanges(host: DriveHost): Changes {
  const { request } = host
  return {
    list: (query = {}, { signal } = {}) =>
      request<typeof listChanges>('GET', '/drive/v1/changes', {
        auth: true,
        query,
        timeoutMs: (query.wait ?? 0) * 1000 + MARGIN_MS,
        signal,
      }),
    events: ({ signal } = {}) => followEvents(host, 'seq', signal),
    allEvents: ({ signal } = {}) => followAllEvents(host, signal),
  }
}

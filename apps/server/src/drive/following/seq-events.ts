import { Readable } from 'node:stream'
import type { InboxEvent, SeqEvent, SharesEvent } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader } from '../../db/database.ts'
import type { Access } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { isOwner } from '../access/reach.ts'
import type { Signals } from '../changes/signals.ts'
import { countUnread } from '../inbox/inbox.ts'
import { inboxId } from '../inbox/tell.ts'
import { followShares } from './follow-shares.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Visitors } from './visitors.ts'

/** Shorter than what proxies and clients take for silence. */
const HEARTBEAT_MS = 25_000
/** Who does not read for so long comes back when it can. */
const MAX_BUFFERED_BYTES = 64 * 1024

export interface SeqEventsOptions {
  drives: Drives
  people: PeopleDirectory
  signals: Signals
  visitors: Visitors
  stopped: AbortSignal
  heartbeatMs?: number | undefined
}

export interface SeqEvents {
  /**
   * "Drive D is at seq N", now and at each change, as server-sent events; also when what is shared with
   * the person changes. `recheck` throws when the person may not listen any more.
   */
  open(access: Access, recheck: () => Promise<void>): Promise<Readable>
}

export function createSeqEvents(options: SeqEventsOptions): SeqEvents {
  const { drives, people, signals, visitors, stopped, heartbeatMs = HEARTBEAT_MS } = options
  const streams = new Map<Readable, () => Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isBeating = false
  stopped.addEventListener('abort', () => {
    for (const stream of streams.keys()) send(stream, null)
  })

  /** One beat for all. */
  async function beat(): Promise<void> {
    for (const [stream, recheck] of [...streams]) {
      const isAllowed = await recheck().then(
        () => true,
        // A database that is away for a moment says nothing about the person.
        (error) => isServiceError(error, 'unavailable'),
      )
      if (stream.destroyed) continue
      send(stream, isAllowed ? ': \n\n' : null)
    }
  }

  /** A beat that takes longer than the next one is away is the only one. */
  function beatOnce(): void {
    if (isBeating) return
    isBeating = true
    void beat().finally(() => {
      isBeating = false
    })
  }

  function keep(stream: Readable, recheck: () => Promise<void>): void {
    streams.set(stream, recheck)
    timer ??= setInterval(beatOnce, heartbeatMs).unref()
  }

  function drop(stream: Readable): void {
    streams.delete(stream)
    if (streams.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    async open(access, recheck) {
      const { driveId, actor } = access
      const leave = visitors.enter(actor)
      const stream = new Readable({ read() {} })
      let told = -1
      const tellNow = (seq: number) => {
        if (seq <= told || stream.destroyed) return
        told = seq
        const event: SeqEvent = { drive_id: driveId, seq }
        send(stream, `event: seq\nid: ${seq}\ndata: ${JSON.stringify(event)}\n\n`)
      }
      // What changed may be that this caller is not let in any more.
      const look = oneAtATime(async () => {
        if (stream.destroyed) return
        await drives
          .read(access, async (_reader, drive) => tellNow(drive.seq))
          .catch((error) => {
            if (!isServiceError(error, 'unavailable')) send(stream, null)
          })
      })
      const tellShares = (seq: number) => {
        const event: SharesEvent = { seq }
        if (!stream.destroyed) send(stream, `event: shares\ndata: ${JSON.stringify(event)}\n\n`)
        // A group may have lost a member, of which the drive knows nothing.
        look()
      }
      let tell: (seq: number) => void = look
      const ends = [signals.watch(driveId, (seq) => tell(seq))]
      stream.once('close', () => {
        for (const end of ends) end()
        drop(stream)
        leave()
      })
      try {
        // After the watch is set, so that nothing comes in between.
        await drives.read(access, async (_reader, drive) => {
          if (isOwner(drive, access)) tell = tellNow
          tellNow(drive.seq)
        })
        if (actor.kind === 'person') {
          const read = <T>(work: (reader: Reader) => Promise<T>) => drives.read(access, work)
          const end = await followShares({ people, signals, read }, actor.sub, tellShares)
          if (stream.destroyed) end()
          ends.push(end)
          const tellInbox = oneAtATime(async () => {
            if (stream.destroyed) return
            await read((reader) => countUnread(reader, actor.sub))
              .then((unread) => {
                const event: InboxEvent = { unread }
                if (!stream.destroyed)
                  send(stream, `event: inbox\ndata: ${JSON.stringify(event)}\n\n`)
              })
              // Whether the person may still listen, `look` finds out.
              .catch(look)
          })
          const endInbox = signals.watch(inboxId(actor.sub), tellInbox)
          if (stream.destroyed) endInbox()
          ends.push(endInbox)
          tellInbox()
        }
      } catch (error) {
        stream.destroy()
        throw error
      }
      // Neither a session that is over nor a grant that has ended leaves a stream open.
      keep(stream, async () => {
        await recheck()
        await drives.read(access, async () => undefined)
      })
      if (stopped.aborted) send(stream, null)
      return stream
    },
  }
}

/** Null ends it; whatever comes after that is too late. */
function send(stream: Readable, text: string | null): void {
  if (over.has(stream)) return
  const isOver = text === null || stream.readableLength > MAX_BUFFERED_BYTES
  if (isOver) over.add(stream)
  stream.push(isOver ? null : text)
}

const over = new WeakSet<Readable>()

import { Readable } from 'node:stream'
import type { SeqEvent } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import type { Access } from '../access/access.ts'
import { toActorId } from '../access/actor.ts'
import type { Drives } from '../access/drives.ts'
import type { Signals } from '../changes/signals.ts'
import type { Visitors } from './visitors.ts'

/** Shorter than what proxies and clients take for silence. */
const HEARTBEAT_MS = 25_000
/** Who does not read for so long comes back when it can. */
const MAX_BUFFERED_BYTES = 64 * 1024

export interface SeqEventsOptions {
  drives: Drives
  signals: Signals
  visitors: Visitors
  stopped: AbortSignal
  heartbeatMs?: number | undefined
}

export interface SeqEvents {
  /**
   * "Drive D is at seq N", now and at each change, as server-sent events. `recheck` throws when the
   * person may not listen any more.
   */
  open(access: Access, recheck: () => Promise<void>): Promise<Readable>
}

export function createSeqEvents(options: SeqEventsOptions): SeqEvents {
  const { drives, signals, visitors, stopped, heartbeatMs = HEARTBEAT_MS } = options
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
      const { driveId } = access
      const leave = visitors.enter(toActorId(access.actor))
      const stream = new Readable({ read() {} })
      let told = -1
      const tell = (seq: number) => {
        if (seq <= told || stream.destroyed) return
        told = seq
        const event: SeqEvent = { drive_id: driveId, seq }
        send(stream, `event: seq\nid: ${seq}\ndata: ${JSON.stringify(event)}\n\n`)
      }
      const unwatch = signals.watch(driveId, tell)
      stream.once('close', () => {
        unwatch()
        drop(stream)
        leave()
      })
      try {
        // After the watch is set, so that nothing comes in between.
        tell(await drives.read(access, async (_reader, drive) => drive.seq))
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

import type { Database, Writer } from '../../db/database.ts'
import type { OutgoingMessageRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { Log } from '../../kernel/log.ts'
import { createSeal } from '../../kernel/seal.ts'
import { type Message, type Notifier, RefusedMessage } from '../../notify/notifier.ts'
import {
  claimDue,
  deleteMessage,
  insertMessage,
  setNextAttempt,
} from './outgoing-messages.store.ts'

/** A message that can wait. One with a code cannot: it is sent in the request or not at all. */
export type Notice = Omit<Message, 'code'>

/**
 * Messages that survive a crash. The row is written with what it tells of, already held by this
 * process, which sends it after the commit; should it die, any process takes the row up a minute
 * later. A message leaves the table when it was taken over for delivery or given up, within a day.
 */
export interface OutgoingMessages extends AsyncDisposable {
  queue(writer: Writer, message: Notice): Promise<void>
  /** Sends whatever is due and was not sent before. */
  sendDue(): Promise<void>
  /** Resolves when this process has nothing on its way. */
  settled(): Promise<void>
}

const MINUTE_MS = 60_000
/** Pauses after the first failure, the second, ...; one try more than there are pauses. */
const PAUSES_MS = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS)
const MAX_ATTEMPTS = PAUSES_MS.length + 1
/** Longer than any notifier takes to succeed or fail. */
const HOLD_MS = MINUTE_MS
const BATCH = 20

export function createOutgoingMessages({
  db,
  clock,
  random,
  codeKey,
  notifier,
  log,
}: {
  db: Database
  clock: Clock
  random: Random
  codeKey: Buffer
  notifier: Notifier
  log: Log | undefined
}): OutgoingMessages {
  // Addresses and names lie here for up to a day: a copy of the table tells nobody.
  const seal = createSeal({ key: codeKey, purpose: 'outgoing message', random })
  const underway = new Set<Promise<void>>()

  async function remove(id: string): Promise<void> {
    await db.write((writer) => deleteMessage(writer, id))
  }

  async function giveUp(id: string, purpose: string, err?: unknown): Promise<void> {
    log?.error({ err, purpose }, 'a notice could not be sent and was given up')
    await remove(id)
  }

  async function deliver(id: string, message: Notice, attempts: number): Promise<void> {
    const { purpose } = message
    if (attempts > MAX_ATTEMPTS) return giveUp(id, purpose)
    try {
      await notifier.send({ ...message, id })
    } catch (err) {
      const pauseMs = PAUSES_MS[attempts - 1]
      if (err instanceof RefusedMessage || pauseMs === undefined) return giveUp(id, purpose, err)
      log?.warn({ err, purpose, attempts }, 'a notice could not be sent and will be tried again')
      return db.write((writer) => setNextAttempt(writer, id, clock.now() + pauseMs))
    }
    await remove(id)
  }

  async function deliverRow({ id, message, attempts }: OutgoingMessageRow): Promise<void> {
    let notice: Notice
    try {
      notice = JSON.parse(seal.open(message, id)) as Notice
    } catch (err) {
      // Closed with a key that is gone: nobody can read it any more.
      return giveUp(id, 'unreadable', err)
    }
    return deliver(id, notice, attempts)
  }

  /** A delivery that cannot even be noted leaves its row, and the row comes back by itself. */
  function track(delivery: Promise<void>): Promise<void> {
    const tracked = delivery
      .catch((err: unknown) => log?.error({ err }, 'the state of a notice could not be saved'))
      .finally(() => underway.delete(tracked))
    underway.add(tracked)
    return tracked
  }

  async function settled(): Promise<void> {
    while (underway.size > 0) await Promise.all(underway)
  }

  return {
    async queue(writer, message) {
      const nowMs = clock.now()
      const id = createId(random, nowMs)
      await insertMessage(writer, {
        id,
        message: seal.close(JSON.stringify(message), id),
        attempts: 1,
        next_at: nowMs + HOLD_MS,
        created_at: nowMs,
      })
      writer.afterCommit(() => {
        track(deliver(id, message, 1))
      })
    },

    async sendDue() {
      for (;;) {
        const nowMs = clock.now()
        const claim = { nowMs, holdUntil: nowMs + HOLD_MS, limit: BATCH }
        const rows = await db.write((writer) => claimDue(writer, claim))
        await Promise.all(rows.map((row) => track(deliverRow(row))))
        if (rows.length < BATCH) return
      }
    },

    settled,
    [Symbol.asyncDispose]: settled,
  }
}

import { describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/id.ts'
import { type Message, type Notifier, RefusedMessage } from '../../notify/notifier.ts'
import { createOutgoingMessages, type Notice } from './outgoing-messages.ts'

const MINUTE_MS = 60_000
const notice: Notice = {
  channel: 'email',
  to: 'rahma@example.org',
  purpose: 'newDevice',
  subject: 'New sign-in',
  text: 'Your account was used on a device that we have not seen before.',
}

/** One process with a carrier that does what the test says. */
function startProcess(
  db: Database,
  { clock = new ManualClock(), carry = async () => {} }: Partial<Carrier> = {},
) {
  const sent: Message[] = []
  const notifier: Notifier = {
    channels: ['email'],
    async send(message) {
      sent.push(message)
      await carry()
    },
    async [Symbol.asyncDispose]() {},
  }
  const codeKey = Buffer.alloc(32, 7)
  const parts = { db, clock, random: systemRandom, codeKey, notifier, log: undefined }
  return { sent, clock, outgoing: createOutgoingMessages(parts) }
}

interface Carrier {
  clock: ManualClock
  carry: () => Promise<void>
}

function rows(db: Database) {
  return db.read((reader) => reader.selectFrom('outgoing_messages').selectAll().execute())
}

const broken = () => Promise.reject(new Error('connection refused'))

onEachDatabase((open) => {
  test('a message is sent after the commit, and its row is then removed', async () => {
    const db = await open()
    const { sent, outgoing } = startProcess(db)
    await db.write(async (writer) => {
      await outgoing.queue(writer, notice)
      expect(sent).toEqual([])
    })
    await outgoing.settled()
    expect(sent).toEqual([{ ...notice, id: expect.any(String) }])
    expect(await rows(db)).toEqual([])
  })

  test('a message queued in a rolled-back transaction is never sent', async () => {
    const db = await open()
    const { sent, outgoing, clock } = startProcess(db)
    const undone = db.write(async (writer) => {
      await outgoing.queue(writer, notice)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    clock.advance(10 * MINUTE_MS)
    await outgoing.sendDue()
    expect(sent).toEqual([])
  })

  test('the table of outgoing messages reveals neither recipient nor text', async () => {
    const db = await open()
    const { outgoing } = startProcess(db, { carry: broken })
    await db.write((writer) => outgoing.queue(writer, notice))
    await outgoing.settled()
    const text = JSON.stringify(await rows(db))
    expect(text).not.toMatch(/rahma|sign-in|newDevice/)
    expect(text).toContain('message')
  })

  test('a message is tried eight times within a day, with growing pauses, and then removed', async () => {
    const db = await open()
    const { sent, outgoing, clock } = startProcess(db, { carry: broken })
    await db.write((writer) => outgoing.queue(writer, notice))
    await outgoing.settled()
    const triedAt: number[] = [0]
    for (let minute = 1; minute <= 24 * 60; minute++) {
      clock.advance(MINUTE_MS)
      const before = sent.length
      if (minute % 60 <= 22) await outgoing.sendDue()
      if (sent.length > before) triedAt.push(minute)
    }
    expect(triedAt).toEqual([0, 1, 6, 21, 81, 261, 621, 1341])
    expect(await rows(db)).toEqual([])
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
  })

  test('a message that the carrier refuses permanently is not retried', async () => {
    const db = await open()
    const refuse = () => Promise.reject(new RefusedMessage('no such mailbox'))
    const { sent, outgoing } = startProcess(db, { carry: refuse })
    await db.write((writer) => outgoing.queue(writer, notice))
    await outgoing.settled()
    expect(sent).toHaveLength(1)
    expect(await rows(db)).toEqual([])
  })

  describe('when a process dies', () => {
    test('another process sends the messages that the dead one had not sent', async () => {
      const db = await open()
      const clock = new ManualClock()
      const dead = startProcess(db, { clock, carry: () => new Promise(() => {}) })
      await db.write((writer) => dead.outgoing.queue(writer, notice))
      const next = startProcess(db, { clock })
      await next.outgoing.sendDue()
      expect(next.sent).toEqual([])
      clock.advance(MINUTE_MS)
      await next.outgoing.sendDue()
      expect(next.sent).toHaveLength(1)
      expect(await rows(db)).toEqual([])
    })

    test('a message whose every try ends with a dead process is given up', async () => {
      const db = await open()
      const clock = new ManualClock()
      const dying = startProcess(db, { clock, carry: () => new Promise(() => {}) })
      await db.write((writer) => dying.outgoing.queue(writer, notice))
      for (let i = 0; i < 12; i++) {
        clock.advance(MINUTE_MS)
        void startProcess(db, { clock, carry: () => new Promise(() => {}) }).outgoing.sendDue()
        await expect
          .poll(async () => (await rows(db))[0]?.next_at ?? Infinity)
          .toBeGreaterThan(clock.now())
      }
      expect(await rows(db)).toEqual([])
    })
  })

  test('several processes that send at the same time send each message once', async () => {
    const db = await open()
    const clock = new ManualClock()
    const first = startProcess(db, { clock, carry: broken })
    await db.write(async (writer) => {
      for (let i = 0; i < 50; i++) {
        await first.outgoing.queue(writer, { ...notice, to: `p${i}@example.org` })
      }
    })
    await first.outgoing.settled()
    clock.advance(MINUTE_MS)
    const others = [1, 2, 3].map(() => startProcess(db, { clock }))
    await Promise.all(others.map(({ outgoing }) => outgoing.sendDue()))
    const sent = others.flatMap((other) => other.sent.map(({ to }) => to))
    expect(sent).toHaveLength(50)
    expect(new Set(sent).size).toBe(50)
    expect(await rows(db)).toEqual([])
  })
})

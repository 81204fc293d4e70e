import { createHmac, createSecretKey } from 'node:crypto'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Database, Reader, Writer } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import {
  addPoint,
  deleteExpiredPoints,
  deleteKeys,
  readPoints,
  takePointBack,
} from './limits.store.ts'
import { LocalPoints } from './local-points.ts'

export interface Limit {
  points: number
  perSeconds: number
  /** Counted by each process for itself, and nothing is written. */
  isLocal?: true
}

export interface KeyLimit {
  key: string
  limit: Omit<Limit, 'isLocal'>
}

/**
 * Counts on the database, so that a limit holds across processes and restarts. By hand and not by
 * rate-limiter-flexible, because here a count takes part in the transaction of the rule that it
 * guards, runs on the injected clock, and is one statement on either database (docs/decisions/008).
 */
export interface Limiter {
  /** Takes one point; throws `resource_exhausted` where none was left. */
  takePoint(key: string, limit: Limit): Promise<void>
  /** Takes one point of each, or none: a call that one limit refuses does not use up the others. */
  takePoints(limits: readonly KeyLimit[]): Promise<void>
  /** Counts one more and tells the sum, inside a running transaction. The row stays locked till its end. */
  count(writer: Writer, key: string, windowMs: number): Promise<number>
  /** The same for several keys at once, whose rows are locked in their order. */
  countEach(
    writer: Writer,
    keys: readonly string[],
    windowMs: number,
  ): Promise<(key: string) => number>
  uncount(writer: Writer, ...keys: string[]): Promise<void>
  read(reader: Reader, keys: readonly string[]): Promise<(key: string) => number>
  forget(writer: Writer, keys: readonly string[]): Promise<void>
  removeExpired(): Promise<void>
  /** A key that names a person's contact without holding it. */
  keyOf(topic: string, who: string): string
}

export function createLimiter({
  db,
  clock,
  codeKey,
}: {
  db: Database
  clock: Clock
  codeKey: Buffer
}): Limiter {
  const local = new LocalPoints()
  const hmacKey = createSecretKey(codeKey)

  async function countEach(writer: Writer, keys: readonly string[], windowMs: number) {
    const windows = await addPoint(writer, keys, { nowMs: clock.now(), windowMs })
    const points = new Map(windows.map((window) => [window.key, window.points]))
    return (key: string) => points.get(key) ?? 0
  }

  return {
    async takePoint(key, limit) {
      const { points, perSeconds, isLocal } = limit
      const nowMs = clock.now()
      if (isLocal) {
        const waitMs = local.take(key, limit, nowMs)
        if (waitMs > 0) throw tooMany(waitMs)
        return
      }
      const windowMs = perSeconds * 1000
      const [taken] = await db.write((writer) => addPoint(writer, [key], { nowMs, windowMs }), {
        durable: false,
      })
      if (taken && taken.points > points) throw tooMany(taken.expires_at - nowMs)
    },

    async takePoints(limits) {
      const nowMs = clock.now()
      // Rows are always locked in the order of their keys, so that two calls cannot deadlock.
      const inOrder = limits.toSorted((a, b) => (a.key < b.key ? -1 : 1))
      const waitMs = await db.write(
        async (writer) => {
          const waits = [0]
          for (const { key, limit } of inOrder) {
            const windowMs = limit.perSeconds * 1000
            const [taken] = await addPoint(writer, [key], { nowMs, windowMs })
            if (taken && taken.points > limit.points) waits.push(taken.expires_at - nowMs)
          }
          if (waits.length > 1)
            await takePointBack(
              writer,
              inOrder.map(({ key }) => key),
            )
          return Math.max(...waits)
        },
        { durable: false },
      )
      if (waitMs > 0) throw tooMany(waitMs)
    },

    count: async (writer, key, windowMs) => (await countEach(writer, [key], windowMs))(key),
    countEach,
    uncount: (writer, ...keys) => takePointBack(writer, keys),

    async read(reader, keys) {
      const points = await readPoints(reader, keys, clock.now())
      return (key) => points.get(key) ?? 0
    },

    forget: deleteKeys,

    async removeExpired() {
      local.removeExpired(clock.now())
      await db.write((writer) => deleteExpiredPoints(writer, clock.now()))
    },

    keyOf: (topic, who) =>
      `${topic}:${createHmac('sha256', hmacKey).update(`limit:${who}`).digest('base64url')}`,
  }
}

function tooMany(waitMs: number): ServiceError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new ServiceError('resource_exhausted', {
    description: `too many calls; try again in ${seconds} s`,
    details: [
      {
        '@type': ERROR_INFO,
        reason: 'rate_limited',
        domain: 'limits',
        metadata: { retry_after: String(seconds) },
      },
    ],
  })
}

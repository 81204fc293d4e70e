import type { Reader, Writer } from '../../db/database.ts'
import { createPreparedChange, createPreparedQuery } from '../../db/prepared-query.ts'

export interface Window {
  key: string
  points: number
  expires_at: number
}

/**
 * Adds a point to each key in one statement, so that no two processes can both see room for the last
 * one. A window that has passed starts again. The rows are locked in the order of the keys.
 */
export function addPoint(
  writer: Writer,
  keys: readonly string[],
  { nowMs, windowMs }: { nowMs: number; windowMs: number },
): Promise<Window[]> {
  const values = { ...named(keys), now: nowMs, expiresAt: nowMs + windowMs }
  return writer.run(adding(keys.length), values)
}

export async function takePointBack(writer: Writer, keys: readonly string[]): Promise<void> {
  writer.post(takingBack(keys.length), named(keys))
}

export async function readPoints(
  reader: Pick<Reader, 'run'>,
  keys: readonly string[],
  nowMs: number,
): Promise<Map<string, number>> {
  const rows = await reader.run(reading(keys.length), { ...named(keys), now: nowMs })
  return new Map(rows.map(({ key, points }) => [key, points]))
}

export async function deleteKeys(writer: Writer, keys: readonly string[]): Promise<void> {
  writer.post(deleting(keys.length), named(keys))
}

export async function deleteExpiredPoints(writer: Writer, nowMs: number): Promise<void> {
  await writer.deleteFrom('rate_limits').where('expires_at', '<=', nowMs).execute()
}

// Most calls are counted first, so the statements are built once for each number of keys.

const adding = forEachSize((size) =>
  createPreparedChange(
    `add_point_${size}`,
    [...places(size), 'now', 'expiresAt'],
    (writer, { now, expiresAt, ...keys }) =>
      writer
        .insertInto('rate_limits')
        .values(listOf(keys, size).map((key) => ({ key, points: 1, expires_at: expiresAt })))
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((eb) => ({
            points: eb
              .case()
              .when('rate_limits.expires_at', '<=', now)
              .then(1)
              .else(eb('rate_limits.points', '+', 1))
              .end(),
            expires_at: eb
              .case()
              .when('rate_limits.expires_at', '<=', now)
              .then(eb.ref('excluded.expires_at'))
              .else(eb.ref('rate_limits.expires_at'))
              .end(),
          })),
        )
        .returning(['key', 'points', 'expires_at']),
  ),
)

const takingBack = forEachSize((size) =>
  createPreparedChange(`take_point_back_${size}`, places(size), (writer, keys) =>
    writer
      .updateTable('rate_limits')
      .set((eb) => ({ points: eb('points', '-', 1) }))
      .where('key', 'in', listOf(keys, size))
      .where('points', '>=', 1),
  ),
)

const reading = forEachSize((size) =>
  createPreparedQuery(`read_points_${size}`, [...places(size), 'now'], (reader, { now, ...keys }) =>
    reader
      .selectFrom('rate_limits')
      .select(['key', 'points'])
      .where('key', 'in', listOf(keys, size))
      .where('expires_at', '>', now),
  ),
)

const deleting = forEachSize((size) =>
  createPreparedChange(`delete_points_${size}`, places(size), (writer, keys) =>
    writer.deleteFrom('rate_limits').where('key', 'in', listOf(keys, size)),
  ),
)

function forEachSize<Query>(create: (size: number) => Query): (size: number) => Query {
  const created = new Map<number, Query>()
  return (size) => {
    const query = created.get(size) ?? create(size)
    created.set(size, query)
    return query
  }
}

type KeyPlace = `key${number}`

function places(size: number): KeyPlace[] {
  return Array.from({ length: size }, (_, index): KeyPlace => `key${index}`)
}

function named(keys: readonly string[]): Record<KeyPlace, string> {
  return Object.fromEntries(keys.map((key, index) => [`key${index}`, key]))
}

function listOf<Place>(keys: Record<KeyPlace, Place>, size: number): Place[] {
  return places(size).map((place) => keys[place] as Place)
}

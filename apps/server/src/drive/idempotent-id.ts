import { createHash } from 'node:crypto'
import { ServiceError } from '@awan/protocol/errors'
import type { Access } from './access/access.ts'
import { toActorId } from './access/actor.ts'

/** The id of what a call makes, when the caller may repeat the call. */
export interface IdempotentId {
  id: string
  /** All ids that the same key gives, whatever the call says. */
  prefix: string
}

/**
 * A call that is repeated with the same key finds what the first one made, since both give it the
 * same id: no answer is kept, and a crash in between loses none. The end of the id tells the content
 * of the call, so that a key that is used for something else is noticed.
 */
export function toIdempotentId(access: Access, key: string, content: unknown): IdempotentId {
  // The keys of two people are never the same, whatever they chose.
  const prefix = `k${digest([access.driveId, toActorId(access.actor), key]).slice(-15)}`
  return { prefix, id: prefix + digest(content).slice(-9) }
}

/** The id of one of many things that a call makes, in the order in which the call names them. */
export function idOfPart({ id, prefix }: IdempotentId, index: number): string {
  return prefix + partNumber(index) + id.slice(prefix.length + PART_LENGTH)
}

/** Between which ids the parts from one number to before another are; without numbers, all that the key gives. */
export function idsOfParts(
  { prefix }: IdempotentId,
  numbers?: { from: number; to: number },
): [string, string] {
  if (!numbers) return [prefix, `${prefix}~`]
  const { from, to } = numbers
  return [prefix + partNumber(from), prefix + partNumber(to)]
}

function partNumber(index: number): string {
  return index.toString(36).padStart(PART_LENGTH, '0')
}

const PART_LENGTH = 3

/** 25 characters of [0-9a-z], as every id has. */
function digest(value: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(value)).digest('hex')
  return BigInt(`0x${hash}`).toString(36).padStart(50, '0')
}

/** Which of the things a call makes this is; throws when another call made it. */
export function partOfId(found: string, call: IdempotentId): number {
  const { prefix } = call
  const index = Number.parseInt(found.slice(prefix.length, prefix.length + PART_LENGTH), 36)
  checkSameCall({ id: found }, { prefix, id: idOfPart(call, index) })
  return index
}

/** Of two calls with one key, the second must say the same. */
export function checkSameCall(found: { id: string }, { id }: IdempotentId): void {
  if (found.id === id) return
  throw new ServiceError('invalid_argument', {
    description: 'the idempotency key was already used for another call: choose a new one',
  })
}

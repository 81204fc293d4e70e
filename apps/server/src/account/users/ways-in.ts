import { ServiceError } from '@awan/protocol/errors'
import type { Writer } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import { countWaysIn } from './ways-in.store.ts'

/** Whether the person can still sign in, by any means, as this transaction leaves them. */
export async function hasWayIn(writer: Writer, { sub }: Pick<UserRow, 'sub'>): Promise<boolean> {
  const left = await countWaysIn(writer, sub)
  if (!left) return false
  return left.hasPassword || left.hasContact || left.passkeys + left.providers > 0
}

/** Whether accounts at third parties are all that the person could prove themselves by. */
export async function hasOnlyProviders(writer: Writer, sub: string): Promise<boolean> {
  const left = await countWaysIn(writer, sub)
  return left !== undefined && !left.hasPasswordHash && !left.hasContact && left.passkeys === 0
}

/** For a rule that has just taken a way in away: undoes its transaction if that was the last one. */
export async function requireWayIn(writer: Writer, sub: string): Promise<void> {
  if (await hasWayIn(writer, { sub })) return
  throw new ServiceError('failed_precondition', {
    description: 'this is the last way to sign in; add another one first',
  })
}

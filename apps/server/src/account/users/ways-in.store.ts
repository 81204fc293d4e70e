import type { Writer } from '../../db/database.ts'

export interface WaysIn {
  /** With a username to type beside it; with a contact the contact counts by itself. */
  hasPassword: boolean
  /** Without a username it opens nothing, but it can be asked for again. */
  hasPasswordHash: boolean
  /** A code can be sent to it, and a password be reset by it. */
  hasContact: boolean
  passkeys: number
  providers: number
}

/**
 * Counts what is left inside this transaction. The person's row stays locked till its end: of two that
 * each remove one of the last two, the second sees what the first did.
 */
export async function countWaysIn(writer: Writer, sub: string): Promise<WaysIn | undefined> {
  const user = await writer
    .updateTable('users')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('sub', '=', sub)
    .returning(['password_hash', 'username', 'email', 'phone_number'])
    .executeTakeFirst()
  if (!user) return undefined
  const countRows = (table: 'passkeys' | 'provider_links') =>
    writer
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('sub', '=', sub)
      .executeTakeFirstOrThrow()
  return {
    hasPasswordHash: user.password_hash !== null,
    hasPassword: user.password_hash !== null && user.username !== null,
    hasContact: user.email !== null || user.phone_number !== null,
    passkeys: Number((await countRows('passkeys')).count),
    providers: Number((await countRows('provider_links')).count),
  }
}

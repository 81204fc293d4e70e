import { ServiceError } from '@awan/protocol/errors'
import type { Reader, Writer } from '../../db/database.ts'
import { lockUser } from './users.ts'

/** By which means a person can still sign in, as the transaction that asks leaves them. */
export interface WaysLeft {
  hasAny(writer: Writer, sub: string): Promise<boolean>
  /** Whether accounts at third parties are all that the person could prove themselves by. */
  hasOnlyProviders(writer: Writer, sub: string): Promise<boolean>
  /** For a rule that has just taken a way in away: undoes its transaction if that was the last one. */
  requireAny(writer: Writer, sub: string): Promise<void>
}

export interface WaysLeftParts {
  countPasskeys(reader: Reader, sub: string): Promise<number>
  /** The accounts at third parties that open this person's account. */
  countLinks(reader: Reader, sub: string): Promise<number>
}

export function createWaysLeft({ countPasskeys, countLinks }: WaysLeftParts): WaysLeft {
  /**
   * The person's row stays locked till the end of the transaction: of two that each remove one of the
   * last two, the second sees what the first did.
   */
  async function count(writer: Writer, sub: string): Promise<Counts | undefined> {
    const user = await lockUser(writer, sub)
    if (!user) return undefined
    return {
      hasPasswordHash: user.password_hash !== null,
      hasPassword: user.password_hash !== null && user.username !== null,
      hasContact: user.email !== null || user.phone_number !== null,
      passkeys: await countPasskeys(writer, sub),
      providers: await countLinks(writer, sub),
    }
  }

  async function hasAny(writer: Writer, sub: string): Promise<boolean> {
    const left = await count(writer, sub)
    if (!left) return false
    return left.hasPassword || left.hasContact || left.passkeys + left.providers > 0
  }

  return {
    hasAny,

    async hasOnlyProviders(writer, sub) {
      const left = await count(writer, sub)
      return left !== undefined && !left.hasPasswordHash && !left.hasContact && left.passkeys === 0
    },

    async requireAny(writer, sub) {
      if (await hasAny(writer, sub)) return
      throw new ServiceError('failed_precondition', {
        description: 'this is the last way to sign in; add another one first',
      })
    },
  }
}

interface Counts {
  /** With a username to type beside it; with a contact the contact counts by itself. */
  hasPassword: boolean
  /** Without a username it opens nothing, but it can be asked for again. */
  hasPasswordHash: boolean
  /** A code can be sent to it, and a password be reset by it. */
  hasContact: boolean
  passkeys: number
  providers: number
}

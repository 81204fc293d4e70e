import type { VerificationPurpose } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Reader, Writer } from '../../db/database.ts'
import type { VerificationRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createSecret, type Random } from '../../kernel/id.ts'
import type { ReachableContact } from '../users/contact.ts'
import { findUserByContact } from '../users/users.ts'
import { hashCode, hashVerificationToken, isSameHash } from './code.ts'
import {
  deleteOldVerifications,
  markTokenUsed,
  selectByTokenHash,
  setVerificationToken,
  takeTry,
} from './verification.store.ts'

const TOKEN_TTL_MS = 10 * 60 * 1000
const MAX_TRIES = 5
/** Old rows are kept a while, so that a late caller hears "expired" and not "wrong". */
const KEEP_MS = 24 * 3600 * 1000

export interface Verified {
  token: string
  expiresIn: number
  isUser: boolean
}

/** What a verification token must have been made for. */
export interface Claim {
  token: string
  contact: ReachableContact
  purposes: readonly VerificationPurpose[]
}

export interface Verification {
  /** Turns the right code into a token; a code works once and allows five tries. */
  check(id: string, code: string): Promise<Verified>
  /** Throws when the token proves nothing about this contact; leaves it usable. */
  inspect(reader: Reader, claim: Claim): Promise<VerificationRow>
  /** The same, and uses the token up together with whatever the transaction does. */
  redeem(writer: Writer, claim: Claim): Promise<void>
  removeOld(): Promise<void>
}

export function createVerification({
  db,
  clock,
  random,
  codeKey,
}: {
  db: Database
  clock: Clock
  random: Random
  codeKey: Buffer
}): Verification {
  async function check(id: string, code: string): Promise<Verified> {
    const token = createSecret(random)
    // A wrong guess must stay counted, so the transaction ends well and the refusal follows it.
    const outcome = await db.write(async (writer) => {
      const nowMs = clock.now()
      const row = await takeTry(writer, id, { maxTries: MAX_TRIES, nowMs })
      if (!row) return 'expired'
      if (!isSameHash(row.code_hash, hashCode(codeKey, id, code))) return 'wrong'
      await setVerificationToken(writer, id, {
        hash: hashVerificationToken(token),
        expiresAt: nowMs + TOKEN_TTL_MS,
      })
      return row
    })
    if (outcome === 'expired') throw expired()
    if (outcome === 'wrong') throw wrong('the code is wrong')
    const user = await db.read((reader) => findUserByContact(reader, contactOf(outcome)))
    return { token, expiresIn: TOKEN_TTL_MS / 1000, isUser: user !== undefined }
  }

  async function inspect(
    reader: Reader,
    { token, contact, purposes }: Claim,
  ): Promise<VerificationRow> {
    const row = await selectByTokenHash(reader, hashVerificationToken(token))
    const fits =
      row?.channel === contact.kind &&
      row.contact === contact.value &&
      purposes.some((purpose) => purpose === row.purpose)
    if (!row || !fits)
      throw wrong('verification_token is wrong, or was made for another contact or purpose')
    if (row.used_at !== null || (row.token_expires_at ?? 0) <= clock.now()) throw expired()
    return row
  }

  return {
    check,
    inspect,
    async redeem(writer, claim) {
      const row = await inspect(writer, claim)
      if (!(await markTokenUsed(writer, row.id, clock.now()))) throw expired()
    },
    async removeOld() {
      await db.write((writer) => deleteOldVerifications(writer, clock.now() - KEEP_MS))
    },
  }
}

function contactOf(row: VerificationRow): ReachableContact {
  return { kind: row.channel, value: row.contact }
}

function wrong(description: string): ServiceError {
  return new ServiceError('invalid_verification_code', { description })
}

function expired(): ServiceError {
  return new ServiceError('expired_verification_code', {
    description: 'the code is expired, used, or was tried too often',
  })
}

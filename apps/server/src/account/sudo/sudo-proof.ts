import type { UsedPasskeyCredential, VerificationPurpose } from '@awan/protocol/account'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { PasskeySudo } from '../passkeys/passkey-sudo.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { provenByReset } from '../passwords/reset-password.ts'
import type { SudoVisits } from '../providers/sudo-visits.ts'
import { contactsOf } from '../users/contact.ts'
import { holdUser } from '../users/users.ts'
import type { Claim, Verification } from '../verification/verification.ts'

/** The password again, a code to a contact of the account, a passkey, or a visit to a third party. */
export type SudoProof =
  | { kind: 'password'; password: string }
  | { kind: 'code'; token: string }
  | { kind: 'passkey'; credential: UsedPasskeyCredential }
  | { kind: 'provider'; token: string }

/** A proof that was checked. A one-time proof is not used up yet: the second step may still be missing. */
export interface ValidProof {
  /** A passkey with user verification counts as two proofs. */
  isBoth: boolean
  provenBy?: 'SMS' | 'EMAIL'
  provenUntil?: number
  /** Uses it up, or returns why it is no longer valid. */
  spend(writer: Writer): Promise<ServiceError | undefined>
}

export type CheckSudoProof = (
  proof: SudoProof,
  person: UserRow,
  call: { user: SignedIn; caller: Caller },
) => Promise<ValidProof | ServiceError>

export interface SudoProofParts {
  db: Database
  passwords: Passwords
  verification: Verification
  passkeySudo: PasskeySudo
  sudoVisits: SudoVisits
}

/** Codes that a signed-in person asks for; one for signing in or up proves less than it was asked for. */
const purposes: readonly VerificationPurpose[] = [
  'DEFAULT',
  'DELETION',
  'EMAIL_ADDRESS_CHANGE',
  'PHONE_NUMBER_CHANGE',
]

export function createCheckSudoProof(parts: SudoProofParts): CheckSudoProof {
  const { db, passwords, verification, passkeySudo, sudoVisits } = parts

  async function checkCode(token: string, person: UserRow): Promise<ValidProof | ServiceError> {
    let refusal = new ServiceError('invalid_verification_code', {
      description: 'verification_token is wrong, or was made for another contact or purpose',
    })
    for (const contact of contactsOf(person)) {
      const claim: Claim = { token, contact, purposes }
      const refused = await refusalOf(() => db.read((r) => verification.inspect(r, claim)))
      if (!refused) {
        return {
          isBoth: false,
          provenBy: contact.kind === 'email' ? 'EMAIL' : 'SMS',
          spend: (writer) => refusalOf(() => verification.redeem(writer, claim)),
        }
      }
      if (refused.error === 'expired_verification_code') refusal = refused
    }
    return refusal
  }

  return async (proof, person, { user, caller }) => {
    switch (proof.kind) {
      case 'password': {
        if (!(await passwords.verify(person.password_hash, proof.password))) return wrongPassword()
        // Hashing takes a while: the password may have been changed meanwhile.
        const spend = async (writer: Writer) =>
          (await holdUser(writer, person)) ? undefined : wrongPassword()
        return { isBoth: false, ...provenByReset(person), spend }
      }
      case 'code':
        return checkCode(proof.token, person)
      case 'passkey': {
        const refusal = await passkeySudo.use(proof.credential, user, caller)
        return refusal ?? { isBoth: true, spend: async () => undefined }
      }
      case 'provider': {
        const visit = await sudoVisits.read(proof.token, user)
        return visit instanceof ServiceError ? visit : { isBoth: false, spend: visit.spend }
      }
    }
  }
}

async function refusalOf(look: () => Promise<unknown>): Promise<ServiceError | undefined> {
  try {
    await look()
    return undefined
  } catch (error) {
    if (isServiceError(error, 'invalid_verification_code', 'expired_verification_code')) {
      return error
    }
    throw error
  }
}

function wrongPassword(): ServiceError {
  return new ServiceError('invalid_password', { description: 'the password is wrong' })
}

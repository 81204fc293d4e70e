import { isServiceError } from '@awan/protocol/errors'
import type { UserRow } from '../../db/tables.ts'
import type { Notifier } from '../../notify/notifier.ts'
import { maskEmail, maskPhoneNumber } from '../users/contact.ts'
import type { SendVerification } from '../verification/send-verification.ts'
import type { Verification } from '../verification/verification.ts'
import type { SecondStepMethod } from './second-step-method.ts'
import { selectTwoFactors } from './two-factor.store.ts'

export interface ContactMethodParts {
  send: SendVerification
  verification: Pick<Verification, 'check'>
  notifier: Pick<Notifier, 'channels'>
}

/** A code to the person's own phone or mailbox, under the limits that all codes have. */
export function createContactMethod(
  method: 'SMS' | 'EMAIL',
  { send, verification, notifier }: ContactMethodParts,
): SecondStepMethod {
  return {
    method,
    async isAvailable(reader, user) {
      if (!canReach(method, user, notifier)) return false
      return (await selectTwoFactors(reader, user.sub)).some((row) => row.method === method)
    },
    takes: ({ kind }) => kind === 'digits',
    async check({ proof, kept }) {
      if (proof.kind !== 'digits' || kept === undefined) return false
      try {
        await verification.check(kept, proof.code)
        return true
      } catch (error) {
        if (isServiceError(error, 'invalid_verification_code', 'expired_verification_code')) {
          return false
        }
        throw error
      }
    },
    async begin({ user, caller }) {
      const { id } = await send(
        {
          target: 'CUR_USER',
          usage: 'SIGN_IN',
          selected_channel: method === 'SMS' ? 'VERIFICATION_PHONE' : 'VERIFICATION_EMAIL',
        },
        { sub: user.sub, isHalfIn: true },
        caller,
      )
      return { keep: id, sentTo: maskedContact(method, user) ?? '' }
    },
  }
}

/** Whether a code would arrive: there is a proven contact and somebody who delivers. */
export function canReach(
  method: 'SMS' | 'EMAIL',
  user: UserRow,
  { channels }: Pick<Notifier, 'channels'>,
): boolean {
  return method === 'SMS'
    ? user.phone_number !== null && channels.includes('sms')
    : user.email !== null && user.email_verified === 1 && channels.includes('email')
}

export function maskedContact(method: 'SMS' | 'EMAIL', user: UserRow): string | undefined {
  if (method === 'SMS') return user.phone_number ? maskPhoneNumber(user.phone_number) : undefined
  return user.email ? maskEmail(user.email) : undefined
}

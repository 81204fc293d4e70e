import type { ServerFacts } from '@awan/protocol/account'
import { isServiceError } from '@awan/protocol/errors'
import type { PlainTextKey } from '../../i18n/keys.ts'
import type { ContactKind } from '../contact-field/contact-draft.ts'

export type ContactTextKey = Extract<
  PlainTextKey,
  | `signUp.${'email' | 'contact'}.${string}`
  | 'signUp.taken'
  | 'signUp.proofExpired'
  | 'recover.unknown'
  | 'error.tooMany'
>

/** Where a code can go; a server that has not said yet is believed to reach both. */
export function reachableKinds(facts: ServerFacts | undefined): readonly ContactKind[] {
  return facts?.codes.sms === 'none' ? ['email'] : ['email', 'phone']
}

export function contactText(
  kinds: readonly ContactKind[],
  problem: 'missing' | 'wrong',
): ContactTextKey {
  return kinds.includes('phone') ? `signUp.contact.${problem}` : `signUp.email.${problem}`
}

/** Why no code went to a contact, where the person can do something about it. */
export function explainSending(
  error: unknown,
  kinds: readonly ContactKind[],
): ContactTextKey | undefined {
  if (isServiceError(error, 'already_exists')) return 'signUp.taken'
  if (isServiceError(error, 'invalid_argument')) return contactText(kinds, 'wrong')
  if (isServiceError(error, 'unimplemented')) return 'signUp.contact.noSms'
  if (isServiceError(error, 'unavailable')) return 'signUp.contact.undelivered'
  if (isServiceError(error, 'resource_exhausted')) return 'error.tooMany'
  return undefined
}

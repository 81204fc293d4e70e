import type { ContactKind } from '@awan/protocol'
import type { SecondStepMethodName } from '@awan/protocol/account'

/** ENT-18: where a person reads the code of a second step; a passkey and a recovery code come from nowhere. */
export const codeSources = {
  SMS: 'PHONE',
  EMAIL: 'EMAIL',
  TOTP: 'INAPP',
  PASSKEY: 'UNKNOWN',
  RECOVERY: 'UNKNOWN',
} as const satisfies Record<SecondStepMethodName, ContactKind>

export type SentMethod = 'SMS' | 'EMAIL'

/** Whether the server sends the code, and not an app on the person's own device. */
export function isSentMethod(method: SecondStepMethodName | undefined): method is SentMethod {
  const source = method && codeSources[method]
  return source === 'PHONE' || source === 'EMAIL'
}

/** ACC-39: `+` starts a phone number, `@` makes an e-mail address; a username says nothing about where its codes go. */
export function contactKindOf(contact: string): ContactKind {
  if (contact.startsWith('+')) return 'PHONE'
  return contact.includes('@') ? 'EMAIL' : 'UNKNOWN'
}

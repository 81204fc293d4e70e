import { KeyRound, type LucideIcon, Mail, MessageSquareText, Smartphone } from 'lucide-react'
import type { Translate } from '../../i18n/keys.ts'
import type { Method, TwoFactorFlow } from './use-two-factor.ts'

export type MethodState = NonNullable<TwoFactorFlow['state']['data']>['methods'][number]

export const methodIcons: Readonly<Record<Method, LucideIcon>> = {
  TOTP: Smartphone,
  PASSKEY: KeyRound,
  SMS: MessageSquareText,
  EMAIL: Mail,
}

const names = {
  TOTP: 'twoStep.totp',
  PASSKEY: 'twoStep.passkey',
  SMS: 'twoStep.sms',
  EMAIL: 'twoStep.email',
} as const

export function methodName(method: string, t: Translate): string | undefined {
  return method in names ? t(names[method as Method]) : undefined
}

/** The safest first. */
export const methodOrder: readonly Method[] = ['TOTP', 'PASSKEY', 'EMAIL', 'SMS']

/** How the method works, or what it still lacks. */
export function explainMethod(
  { method, available, contact }: MethodState,
  isPasskeyPossible: boolean | undefined,
  t: Translate,
): string {
  switch (method) {
    case 'TOTP':
      return t('twoStep.totp.text')
    case 'PASSKEY':
      return t(
        available || isPasskeyPossible !== false ? 'twoStep.passkey.text' : 'passkeys.unsupported',
      )
    default:
      if (contact === undefined) {
        return t(method === 'SMS' ? 'twoStep.sms.none' : 'twoStep.email.none')
      }
      return available ? t('twoStep.sentTo', { contact }) : t('twoStep.notSent')
  }
}

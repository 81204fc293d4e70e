import type { Translate } from '../../i18n/keys.ts'

const words = {
  openid: 'apps.scope.openid',
  profile: 'apps.scope.profile',
  email: 'apps.scope.email',
  phone: 'apps.scope.phone',
  'drive.read': 'apps.scope.drive.read',
  drive: 'apps.scope.drive',
  offline: 'apps.scope.offline',
  user: 'apps.scope.user',
} as const

/** What an app may do, one sentence for each; one that is not known here is named as it is. */
export function scopesInWords(scope: string, t: Translate): string[] {
  return scope
    .split(' ')
    .filter((name) => name !== '')
    .map((name) =>
      name in words ? t(words[name as keyof typeof words]) : t('apps.scope.other', { scope: name }),
    )
}

import type { Grant, GrantGrantee } from '@awan/protocol/drive'
import { formatMoment } from '../../i18n/format.ts'
import type { Translate } from '../../i18n/keys.ts'

interface Words {
  t: Translate
  tag: string
}

/** Whom something is shared with. */
export function granteeName(grantee: GrantGrantee, t: Translate): string {
  switch (grantee.kind) {
    case 'person':
    case 'group':
      return grantee.name
    case 'email':
      return grantee.email
    case 'link':
      return t('shared.anyone')
  }
}

/** When it ends or has ended; undefined for what has no end. */
export function endWords(
  expiresTime: string | undefined,
  now: Date,
  { t, tag }: Words,
): string | undefined {
  if (expiresTime === undefined) return undefined
  const end = new Date(expiresTime)
  // The time of the day counts only on the day itself.
  const isToday = end.toDateString() === now.toDateString()
  const date = isToday
    ? formatMoment(end, tag)
    : new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }).format(end)
  return t(end > now ? 'shared.until' : 'shared.over', { date })
}

/** Why a grant gives less than it says; what has expired says that itself. */
export function effectWords(
  { effect, expires_time }: Pick<Grant, 'effect' | 'expires_time'>,
  now: Date,
  t: Translate,
): string | undefined {
  if (effect === 'limited') return t('shared.limited')
  const isOver = expires_time !== undefined && new Date(expires_time) <= now
  return effect === 'none' && !isOver ? t('shared.noEffect') : undefined
}

/** How often something was downloaded by a link, and how often it may be. */
export function downloadWords(
  { downloads, download_limit }: { downloads: number; download_limit?: number | undefined },
  t: Translate,
): string {
  if (download_limit === undefined) return t('shared.link.downloads', { count: downloads })
  return t('shared.link.downloadsOf', { count: downloads, limit: download_limit })
}

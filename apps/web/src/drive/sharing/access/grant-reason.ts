import type { Grant } from '@awan/protocol/drive'
import type { Language } from '../../../i18n/language.ts'
import { formatDay } from '../format-day.ts'

/** Why somebody has this access, until when, and why it may be less than the role says. */
export function reasonsOf(
  grant: Pick<Grant, 'grantee' | 'inherited_from' | 'expires_time' | 'effect' | 'created_by'>,
  now: Date,
  {
    t,
    tag,
    teamName = '',
  }: Pick<Language, 't' | 'tag'> & { /** Of the team drive. */ teamName?: string | undefined },
): string[] {
  const { grantee, inherited_from, expires_time, effect, created_by } = grant
  const reasons: string[] = []
  if (grantee.kind === 'email') reasons.push(t('share.access.invited'))
  if (grantee.kind === 'group') reasons.push(t('share.access.group'))
  if (inherited_from) {
    // Only the top folder has no name.
    reasons.push(t('share.access.inherited', { folder: inherited_from.name || teamName }))
  }
  if (expires_time !== undefined) {
    const date = formatDay(expires_time, tag)
    // Nothing else matters for what has ended.
    if (new Date(expires_time) <= now) return [...reasons, t('share.access.expired', { date })]
    reasons.push(t('share.access.until', { date }))
  }
  if (effect !== 'full') {
    const { name } = created_by
    reasons.push(
      name === '' ? t(`share.access.${effect}.unknown`) : t(`share.access.${effect}`, { name }),
    )
  }
  return reasons
}

import type { Link } from '@awan/protocol/drive'
import { formatBytes } from '../../../i18n/format.ts'
import type { Language } from '../../../i18n/language.ts'
import { formatDay } from '../format-day.ts'

/** What a link allows, what protects it, and how it was used. */
export function factsOf(link: Link, now: Date, { t, tag }: Pick<Language, 't' | 'tag'>): string[] {
  const { role, has_password, expires_at, allow_download, download_limit, downloads, drop } = link
  const facts: string[] = [t(`share.role.${role}`)]
  if (has_password) facts.push(t('share.link.fact.password'))
  if (expires_at !== undefined) {
    const date = formatDay(expires_at, tag)
    const isEnded = new Date(expires_at) <= now
    facts.push(t(isEnded ? 'share.link.fact.expired' : 'share.link.fact.until', { date }))
  }
  if (drop) {
    if (isClosed(link, now)) facts.push(t('share.link.fact.closed'))
    else if (drop.deadline !== undefined) {
      facts.push(t('share.link.fact.closesOn', { date: formatDay(drop.deadline, tag) }))
    }
    facts.push(t('share.link.fact.received', { size: formatBytes(drop.received, tag) }))
  } else if (!allow_download) {
    facts.push(t('share.link.fact.noDownload'))
  } else if (download_limit === undefined) {
    facts.push(t('share.link.fact.downloads', { count: downloads }))
  } else {
    facts.push(t('share.link.fact.downloadsOf', { count: downloads, limit: download_limit }))
  }
  return facts
}

/** Nothing arrives in it any more. */
export function isClosed({ drop }: Link, now: Date): boolean {
  return drop?.deadline !== undefined && new Date(drop.deadline) <= now
}

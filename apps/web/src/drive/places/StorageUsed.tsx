import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { aboutQuery } from '../drive-queries.ts'

/** How much is stored, as a figure. */
export function StorageUsed() {
  const { t, tag } = useLanguage()
  const { data: about, isError } = useQuery(aboutQuery(useDrive()))
  if (about) return <span className="tabular-nums">{formatBytes(about.quota_usage ?? 0, tag)}</span>
  return isError ? t('error.load') : <Skeleton className="h-5 w-20" />
}

import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { ProgressBar, roomTone } from '../../ui/ProgressBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { aboutQuery } from '../drive-queries.ts'

export function StorageMeter() {
  const { t, tag } = useLanguage()
  const { data: about, isError } = useQuery(aboutQuery(useDrive()))
  // The list says what is wrong; a broken meter need not say it again.
  if (isError) return null
  const limit = about?.quota_limit
  const used = about?.quota_usage ?? 0
  const fraction = limit ? used / limit : 1
  const text =
    limit === undefined
      ? t('storage.unlimited', { used: formatBytes(used, tag) })
      : t('storage.used', { used: formatBytes(used, tag), limit: formatBytes(limit, tag) })
  return (
    <div className="flex flex-col gap-2 text-sm text-muted">
      <span className="font-medium">{t('storage.title')}</span>
      {about === undefined ? (
        <Skeleton className="h-4 w-28" />
      ) : (
        <>
          {limit === undefined ? null : (
            <ProgressBar
              fraction={fraction}
              tone={roomTone(fraction)}
              label={t('storage.title')}
              valueText={text}
            />
          )}
          <span className="tabular-nums">{text}</span>
        </>
      )}
    </div>
  )
}

import type { File } from '@awan/protocol/drive'
import { Files } from 'lucide-react'
import { formatBytes } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DetailsFrame } from './DetailsFrame.tsx'
import { Fact, FactList } from './FactList.tsx'

/** What several have together. */
export function SeveralDetails({
  files,
  count,
  onClose,
}: {
  /** Undefined while they are being read. */
  files: readonly File[] | undefined
  count: number
  onClose: () => void
}) {
  const { t, tag } = useLanguage()
  const folders = files?.filter(({ kind }) => kind === 'folder').length ?? 0
  const bytes = files?.reduce((sum, { size }) => sum + size, 0) ?? 0
  const size = formatBytes(bytes, tag)
  return (
    <DetailsFrame title={t('details.several', { count })} onClose={onClose}>
      <div
        aria-hidden="true"
        className="grid h-32 place-items-center rounded-md bg-accent-soft text-accent-ink"
      >
        <Files className="size-12" strokeWidth={1.25} />
      </div>
      {count === 0 ? null : files === undefined ? (
        <Skeleton className="h-4 w-32" />
      ) : (
        <>
          <FactList>
            <Fact name={t('details.contains')}>
              {t('details.contents', { files: files.length - folders, folders })}
            </Fact>
            <Fact name={t('details.size')}>
              {folders > 0 ? t('details.several.atLeast', { size }) : size}
            </Fact>
          </FactList>
          {folders > 0 ? (
            <p className="text-sm text-muted">{t('details.several.folders')}</p>
          ) : null}
        </>
      )}
    </DetailsFrame>
  )
}

import type { File } from '@awan/protocol/drive'
import { useQueries } from '@tanstack/react-query'
import { Files } from 'lucide-react'
import { formatBytes } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { DetailsFrame } from './DetailsFrame.tsx'
import { Fact, FactList } from './FactList.tsx'
import { summaryQuery } from './summary-query.ts'

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
  const { t } = useLanguage()
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
        <Together files={files} />
      )}
    </DetailsFrame>
  )
}

/** So many folders are looked into; to count more would keep the server busy for a figure. */
const MOST_COUNTED = 20

function Together({ files }: { files: readonly File[] }) {
  const { t, tag } = useLanguage()
  const drive = useDrive()
  const folders = files.filter(({ kind }) => kind === 'folder')
  const counted = folders.length <= MOST_COUNTED ? folders : []
  const below = useQueries({
    queries: counted.map(({ id }) => summaryQuery(drive, id)),
    combine: (answers) => ({
      bytes: answers.reduce((sum, { data }) => sum + (data?.bytes ?? 0), 0),
      isWhole: answers.every(({ data }) => data !== undefined),
      isPending: answers.some(({ isPending }) => isPending),
    }),
  })
  const isWhole = below.isWhole && counted.length === folders.length
  const bytes = files.reduce((sum, { size }) => sum + size, below.bytes)
  const size = formatBytes(bytes, tag)
  return (
    <>
      <FactList>
        <Fact name={t('details.contains')}>
          {t('details.contents', {
            files: files.length - folders.length,
            folders: folders.length,
          })}
        </Fact>
        <Fact name={t('details.size')}>
          {isWhole ? size : t('details.several.atLeast', { size })}
        </Fact>
      </FactList>
      {isWhole || below.isPending ? null : (
        <p className="text-sm text-muted">{t('details.several.folders')}</p>
      )}
    </>
  )
}

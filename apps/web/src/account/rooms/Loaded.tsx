import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { RowSkeletons } from '../../ui/RowSkeletons.tsx'

/** What a room asked for: on its way, not come, or here. */
export function Loaded<Data>({
  query,
  rows = 4,
  isInSection = false,
  children,
}: {
  query: { data: Data | undefined; isError: boolean; refetch: () => Promise<unknown> }
  /** How many rows are usually here. */
  rows?: number
  /** Among other sections, it takes the room of its rows and not of a page. */
  isInSection?: boolean
  children: (data: Data) => ReactNode
}) {
  const t = useTexts()
  if (query.data !== undefined) return children(query.data)
  const again = () => void query.refetch()
  if (isInSection) {
    if (!query.isError) return <RowSkeletons count={rows} />
    return (
      <div role="alert" className="flex min-h-15 flex-wrap items-center justify-between gap-3 py-3">
        <p className="text-muted">{t('error.load')}</p>
        <RowButton look="quiet" onClick={again}>
          {t('app.retry')}
        </RowButton>
      </div>
    )
  }
  if (query.isError) {
    return (
      <div role="alert">
        <LoadProblem
          title={t('error.load')}
          hint={t('error.load.hint')}
          retryLabel={t('app.retry')}
          onRetry={again}
        />
      </div>
    )
  }
  return (
    <div className="divide-y divide-line border-y border-line">
      <RowSkeletons count={rows} />
    </div>
  )
}

import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** Rows that are on their way, that did not come, or that are here. */
export function QueryRows<Data>({
  query,
  skeletons = 2,
  children,
}: {
  query: { data: Data | undefined; isError: boolean; refetch: () => Promise<unknown> }
  /** How many rows are usually here. */
  skeletons?: number
  children: (data: Data) => ReactNode
}) {
  const t = useTexts()
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    return (
      <div role="alert" className="flex min-h-15 flex-wrap items-center justify-between gap-3 py-3">
        <p className="text-muted">{t('error.load')}</p>
        <Button look="quiet" onClick={() => void query.refetch()}>
          {t('app.retry')}
        </Button>
      </div>
    )
  }
  return [...Array(skeletons).keys()].map((row) => (
    <div key={row} className="flex min-h-15 items-center gap-3.5 py-3">
      <Skeleton className="size-9 shrink-0" />
      <div className="flex-1">
        <Skeleton className="h-4 w-40 max-w-full" />
        <Skeleton className="mt-2 h-3.5 w-56 max-w-full" />
      </div>
    </div>
  ))
}

import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { SettingSkeleton } from '../../ui/SettingSkeleton.tsx'

/** What was asked for: on its way, not come, or here. */
export function Loaded<Data>({
  query,
  rows = 4,
  children,
}: {
  query: { data: Data | undefined; isError: boolean; refetch: () => Promise<unknown> }
  rows?: number
  children: (data: Data) => ReactNode
}) {
  const t = useTexts()
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return <SettingSkeleton rows={rows} />
  return (
    <LoadProblem
      title={t('error.load')}
      hint={t('error.load.hint')}
      retryLabel={t('app.retry')}
      onRetry={() => void query.refetch()}
    />
  )
}

import type { ReactNode } from 'react'
import { byDay } from '../../i18n/by-day.ts'
import { formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { RowSkeletons } from '../../ui/RowSkeletons.tsx'
import { ActivityRow } from './ActivityRow.tsx'
import { type ActivityQuery, useActivity } from './use-activity.ts'

/** Actions grouped by day, the newest first. */
export function ActivityList({
  wanted,
  empty,
  headingLevel,
}: {
  wanted: ActivityQuery
  empty: ReactNode
  headingLevel: 2 | 3
}) {
  const { t, tag } = useLanguage()
  const messageOf = useErrorMessage()
  const query = useActivity(wanted)
  const Heading = `h${headingLevel}` as const

  function dayName(day: Date): string {
    const now = new Date()
    if (day.toDateString() === now.toDateString()) return t('driveActivity.today')
    return formatWhen(day, now, { t, tag })
  }

  if (query.actions === undefined) {
    if (!query.isError) return <RowSkeletons count={5} />
    return (
      <div role="alert">
        <LoadProblem
          title={t('error.load')}
          hint={messageOf(query.error)}
          retryLabel={t('app.retry')}
          onRetry={() => void query.refetch()}
        />
      </div>
    )
  }
  if (query.actions.length === 0) return empty
  return (
    <div className="flex flex-col gap-5">
      {byDay(query.actions).map(({ day, items }) => (
        <section key={day.toDateString()} aria-label={dayName(day)}>
          <Heading className="mb-1 text-xs font-medium text-muted">{dayName(day)}</Heading>
          <ul className="flex flex-col">
            {items.map((action) => (
              <ActivityRow key={action.id} action={action} isOfOne={wanted.fileId !== undefined} />
            ))}
          </ul>
        </section>
      ))}
      {query.hasNextPage ? (
        <div className="flex flex-col items-center gap-2">
          {query.isFetchNextPageError ? (
            <p role="alert" className="text-sm text-danger">
              {messageOf(query.error)}
            </p>
          ) : null}
          <Button
            look="quiet"
            size="small"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('driveActivity.more')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

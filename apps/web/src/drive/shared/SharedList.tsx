import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { RowSkeletons } from '../../ui/RowSkeletons.tsx'
import type { Pages } from './use-pages.ts'

export interface SharedRow {
  id: string
  picture: ReactNode
  /** What is shared, as a way to it. */
  name: ReactNode
  /** Below the name. */
  note?: ReactNode
  /** One for each heading behind the first. */
  cells: readonly ReactNode[]
  /** What the cells say, where there is no room for them. */
  summary: readonly (string | undefined)[]
  action: ReactNode
}

export interface SharedHead {
  text: string
  /** Of the table, in percent; what is left is for the others. */
  width?: number
}

/** A table that is read page by page; on a phone each row tells in a line what its cells would. */
export function SharedList<Item>({
  label,
  heads,
  pages,
  actions = 1,
  empty,
  toRow,
}: {
  label: string
  heads: readonly SharedHead[]
  pages: Pages<Item>
  /** How many buttons a row has at most. */
  actions?: 1 | 2
  empty: ReactNode
  toRow: (item: Item) => SharedRow
}) {
  const t = useTexts()
  const messageOf = useErrorMessage()
  if (pages.items === undefined) {
    if (!pages.isError) {
      return (
        <div role="status" aria-label={t('app.loading')}>
          <RowSkeletons count={4} />
        </div>
      )
    }
    return (
      <div role="alert">
        <LoadProblem
          title={t('error.load')}
          hint={messageOf(pages.error)}
          retryLabel={t('app.retry')}
          onRetry={() => void pages.refetch()}
        />
      </div>
    )
  }
  if (pages.items.length === 0) return empty
  return (
    <>
      <table aria-label={label} className="w-full border-collapse text-start md:table-fixed">
        <thead className="text-xs text-muted max-md:sr-only">
          <tr>
            {heads.map(({ text, width }) => (
              <th
                key={text}
                scope="col"
                style={width === undefined ? {} : { width: `${width}%` }}
                className="pb-2 ps-3 text-start font-medium first:ps-0"
              >
                {text}
              </th>
            ))}
            <th scope="col" className={classNames('pb-2', actionWidths[actions])}>
              <span className="sr-only">{t('shared.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {pages.items.map((item) => (
            <Line key={toRow(item).id} {...toRow(item)} actions={actions} />
          ))}
        </tbody>
      </table>
      {pages.hasNextPage ? (
        <div className="flex flex-col items-center gap-2 py-4">
          {pages.isFetchNextPageError ? (
            <p role="alert" className="text-sm text-danger">
              {messageOf(pages.error)}
            </p>
          ) : null}
          <Button
            look="quiet"
            size="small"
            busy={pages.isFetchingNextPage === true}
            onClick={() => void pages.fetchNextPage?.()}
          >
            {t('shared.more')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

const actionWidths = { 1: 'w-12', 2: 'w-24' } as const

function Line({
  picture,
  name,
  note,
  cells,
  summary,
  action,
  actions,
}: SharedRow & { actions: 1 | 2 }) {
  const heads = [...cells.entries()]
  return (
    <tr className="border-t border-line max-md:first:border-t-0">
      <th scope="row" className="py-2 text-start font-normal max-md:w-full max-md:max-w-0">
        <span className="flex min-h-9 items-center gap-3">
          {picture}
          <span className="min-w-0">
            <span translate="no" className="block truncate font-medium">
              {name}
            </span>
            {note === undefined ? null : (
              <span className="block text-sm text-muted text-pretty wrap-break-word">{note}</span>
            )}
            <span className="block text-sm text-muted text-pretty wrap-break-word md:hidden">
              {summary.filter((part) => part !== undefined).join(' · ')}
            </span>
          </span>
        </span>
      </th>
      {heads.map(([column, cell]) => (
        <td key={column} className="py-2 ps-3 text-sm text-muted wrap-break-word max-md:hidden">
          {cell}
        </td>
      ))}
      <td className={classNames('py-2 text-end', actionWidths[actions])}>{action}</td>
    </tr>
  )
}

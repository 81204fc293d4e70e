// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be a table
// biome-ignore-all lint/a11y/useFocusableInteractive: a grid has one row in the tab order, not its cells
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { columns } from './FileRow.tsx'
import { TickBox } from './TickBox.tsx'

const widths = ['w-40', 'w-56', 'w-32', 'w-48', 'w-36']

/** A row that is on its way, exactly as high as the one that will come. */
export function RowSkeleton({
  id,
  row,
  isCursor = false,
  isChosen = false,
  topPx,
  heightPx,
}: {
  id?: string
  row: number
  isCursor?: boolean
  isChosen?: boolean
  topPx: number
  heightPx: number
}) {
  const t = useTexts()
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={row + 2}
      aria-selected={isChosen}
      aria-busy="true"
      data-row={row}
      tabIndex={isCursor ? 0 : -1}
      style={{ height: heightPx, transform: `translateY(${topPx}px)` }}
      className={`${columns} absolute inset-x-0 top-0 border-b border-line -outline-offset-2 ${isChosen ? 'bg-accent-soft' : ''}`}
    >
      <TickBox isChosen={isChosen} className="max-md:hidden max-md:in-data-choosing:grid" />
      <div role="gridcell" className="flex items-center gap-3">
        <span className="sr-only">{t('app.loading')}</span>
        <Skeleton className="size-10 md:size-[1.875rem]" />
        <Skeleton className={`h-3.5 max-w-[70%] ${widths[row % widths.length]}`} />
      </div>
      <Skeleton className="h-3 w-16 max-md:hidden" />
      <Skeleton className="h-3 w-12 max-lg:hidden" />
    </div>
  )
}

export function TileSkeleton({
  row,
  column,
  isCursor = false,
  isChosen = false,
}: {
  row: number
  column: number
  isCursor?: boolean
  isChosen?: boolean
}) {
  const t = useTexts()
  return (
    <div
      role="gridcell"
      aria-colindex={column + 1}
      aria-selected={isChosen}
      aria-busy="true"
      data-row={row}
      tabIndex={isCursor ? 0 : -1}
      className={`flex flex-col rounded-md border border-line p-2 ${isChosen ? 'bg-accent-soft' : ''}`}
    >
      <span className="sr-only">{t('app.loading')}</span>
      <Skeleton className="min-h-0 w-full flex-1" />
      <div className="flex h-13 shrink-0 flex-col justify-center gap-2 ps-1">
        <Skeleton className="h-3.5 w-3/4" />
        <Skeleton className="h-3 w-1/2" />
      </div>
    </div>
  )
}

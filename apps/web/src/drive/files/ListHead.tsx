// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons in the heads have the focus
import type { ListOrder } from '@awan/protocol/drive'
import { ArrowDown, ArrowUp, Check, Minus } from 'lucide-react'
import type { PlainTextKey } from '../../i18n/keys.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { ListWindow } from '../listing/list-window.ts'
import { useSelection } from '../selection/use-selection.ts'
import { browseMemoryOf } from './browse-memory.ts'
import { columns } from './FileRow.tsx'
import type { BrowseView } from './use-browse-view.ts'
import { useIsAll } from './use-is-all.ts'

/** The heads of the columns; each puts the list in its order, and the other way round. */
export function ListHead({
  browse,
  list,
  isTrash,
}: {
  browse: BrowseView
  list: ListWindow
  isTrash: boolean
}) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={`${columns} group/row h-9 shrink-0 border-b border-line text-xs font-medium text-muted max-md:sr-only`}
    >
      <AllBox list={list} />
      <Head browse={browse} order="name" text="files.name" className="ps-[2.625rem]" />
      <Head browse={browse} order="modified" text={isTrash ? 'browse.trashed' : 'files.modified'} />
      <Head browse={browse} order="size" text="files.size" className="md:max-lg:hidden" />
    </div>
  )
}

/** Chooses all that is in the list, or nothing. */
function AllBox({ list }: { list: ListWindow }) {
  const t = useTexts()
  const { selection } = browseMemoryOf(list)
  const { count } = useSelection(selection)
  const isAll = useIsAll(list, count) && count > 0
  const isSome = count > 0 && !isAll
  return (
    <span role="columnheader" className="grid max-md:hidden">
      <button
        type="button"
        role="checkbox"
        aria-checked={isSome ? 'mixed' : isAll}
        aria-label={t('act.selectAll')}
        onClick={() => (isAll ? selection.clear() : selection.all())}
        // Larger than what is seen of it, as the boxes of the rows are.
        className="group/all -m-2 p-2"
      >
        <span
          className={classNames(
            'grid size-4.5 place-items-center rounded-[0.3125rem] border group-focus-visible/all:opacity-100',
            count > 0
              ? 'border-accent bg-accent text-on-accent'
              : 'border-faint bg-surface opacity-0 group-hover/row:opacity-100 pointer-coarse:opacity-100',
          )}
        >
          {isAll ? <Check aria-hidden="true" className="size-3.5" strokeWidth={3} /> : null}
          {isSome ? <Minus aria-hidden="true" className="size-3.5" strokeWidth={3} /> : null}
        </span>
      </button>
    </span>
  )
}

function Head({
  browse,
  order,
  text,
  className = '',
}: {
  browse: BrowseView
  order: ListOrder
  text: PlainTextKey
  className?: string
}) {
  const t = useTexts()
  const { view, canSort, changeLooks } = browse
  if (!canSort) {
    return (
      <span role="columnheader" className={className}>
        {t(text)}
      </span>
    )
  }
  const isOrder = view.order === order
  const isUp = view.direction === 'asc'
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <span
      role="columnheader"
      aria-sort={isOrder ? (isUp ? 'ascending' : 'descending') : undefined}
      className={className}
    >
      <button
        type="button"
        onClick={() => changeLooks({ order, direction: isOrder && isUp ? 'desc' : 'asc' })}
        className={`-mx-1 inline-flex h-7 items-center gap-1 rounded-sm px-1 hover:text-text ${isOrder ? 'text-text' : ''}`}
      >
        {t(text)}
        {isOrder ? <Arrow aria-hidden="true" className="size-3.5" strokeWidth={2} /> : null}
      </button>
    </span>
  )
}

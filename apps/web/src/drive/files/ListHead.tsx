// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons in the heads have the focus
import type { ListOrder } from '@awan/protocol/drive'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { PlainTextKey } from '../../i18n/keys.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { columns } from './FileRow.tsx'
import type { BrowseView } from './use-browse-view.ts'

/** The heads of the columns; each puts the list in its order, and the other way round. */
export function ListHead({ browse, isTrash }: { browse: BrowseView; isTrash: boolean }) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={`${columns} h-9 shrink-0 border-b border-line text-xs font-medium text-muted max-md:sr-only`}
    >
      <span aria-hidden="true" className="max-md:hidden" />
      <Head browse={browse} order="name" text="files.name" className="ps-[2.625rem]" />
      <Head browse={browse} order="modified" text={isTrash ? 'browse.trashed' : 'files.modified'} />
      <Head browse={browse} order="size" text="files.size" className="md:max-lg:hidden" />
    </div>
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

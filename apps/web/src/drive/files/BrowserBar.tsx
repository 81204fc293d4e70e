import { Keyboard, LayoutGrid, List } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { DetailsButton } from '../details/DetailsButton.tsx'
import { FilterChips } from './FilterChips.tsx'
import { SortMenu } from './SortMenu.tsx'
import type { BrowseView } from './use-browse-view.ts'

/** What of a place is shown, and how. */
export function BrowserBar({
  browse,
  hasStars,
  chips,
  onHelp,
}: {
  browse: BrowseView
  hasStars: boolean
  /** Beside those that every place has. */
  chips: ReactNode
  onHelp: () => void
}) {
  const t = useTexts()
  const { canFilter, canSort, layout } = browse
  return (
    <div className="flex h-12 shrink-0 items-center gap-2 ps-4 pe-2 md:ps-5 md:pe-3">
      <div className="-ms-1 flex min-w-0 flex-1 gap-2 overflow-x-auto p-1 [scrollbar-width:none]">
        {canSort ? (
          <span className={layout === 'list' ? 'md:hidden' : ''}>
            <SortMenu browse={browse} />
          </span>
        ) : null}
        {canFilter ? <FilterChips browse={browse} hasStars={hasStars} /> : null}
        {chips}
      </div>
      <IconButton
        icon={Keyboard}
        label={t('browse.keys')}
        aria-keyshortcuts="?"
        onClick={onHelp}
        className="max-md:hidden pointer-coarse:hidden"
      />
      <DetailsButton />
      <LayoutSwitch browse={browse} />
    </div>
  )
}

function LayoutSwitch({ browse: { layout, changeLooks } }: { browse: BrowseView }) {
  const t = useTexts()
  const choices = [
    { value: 'grid', icon: LayoutGrid, label: t('browse.grid') },
    { value: 'list', icon: List, label: t('browse.list') },
  ] as const
  return (
    <fieldset aria-label={t('browse.layout')} className="flex gap-1">
      {choices.map(({ value, icon: Icon, label }) => (
        <button
          key={value}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={layout === value}
          onClick={() => changeLooks({ layout: value })}
          className="grid size-9 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text aria-pressed:bg-accent-soft aria-pressed:text-accent-ink pointer-coarse:size-11 max-sm:aria-pressed:hidden"
        >
          <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </button>
      ))}
    </fieldset>
  )
}

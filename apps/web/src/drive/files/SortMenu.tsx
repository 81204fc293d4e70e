import { ArrowDownUp } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Menu, MenuChoices } from '../../ui/Menu.tsx'
import { directions, orders } from './browse-looks.ts'
import { chipClass } from './FilterChip.tsx'
import type { BrowseView } from './use-browse-view.ts'

/** The order, where there are no heads of columns to press. */
export function SortMenu({ browse: { view, changeLooks } }: { browse: BrowseView }) {
  const t = useTexts()
  const name = t(`browse.order.${view.order}`)
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t('browse.sortedBy', { order: name })}
          className={chipClass(false)}
        >
          <ArrowDownUp aria-hidden="true" className="size-3.5" strokeWidth={2} />
          {name}
        </button>
      }
    >
      <MenuChoices
        label={t('browse.sort')}
        value={view.order}
        choices={orders.map((value) => ({ value, label: t(`browse.order.${value}`) }))}
        onChoose={(order) => changeLooks({ order })}
      />
      <MenuChoices
        label={t('browse.direction')}
        value={view.direction}
        choices={directions.map((value) => ({ value, label: t(`browse.direction.${value}`) }))}
        onChoose={(direction) => changeLooks({ direction })}
      />
    </Menu>
  )
}

import { ArrowDownUp } from 'lucide-react'
import type { ListView } from '../../drive/listing/list-view.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx'

const orders = {
  'name asc': 'visit.sort.az',
  'name desc': 'visit.sort.za',
  'modified desc': 'visit.sort.newest',
  'modified asc': 'visit.sort.oldest',
  'size desc': 'visit.sort.largest',
  'size asc': 'visit.sort.smallest',
} as const
type Order = keyof typeof orders

export function SortChoice({
  view,
  onChoose,
}: {
  view: ListView
  onChoose: (view: ListView) => void
}) {
  const t = useTexts()
  return (
    <ChoiceSelect<Order>
      icon={ArrowDownUp}
      label={t('visit.sort')}
      value={`${view.order} ${view.direction}` as Order}
      choices={Object.entries(orders).map(([value, key]) => ({
        value: value as Order,
        label: t(key),
      }))}
      onChoose={(chosen) => {
        const [order, direction] = chosen.split(' ') as [ListView['order'], ListView['direction']]
        onChoose({ ...view, order, direction })
      }}
    />
  )
}

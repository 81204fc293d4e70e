import { Star, X } from 'lucide-react'
import { formatBytes } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import {
  kinds,
  LARGE_BYTES,
  modifiedSpans,
  oneOf,
  SMALL_BYTES,
  sizeSpans,
} from './browse-filter.ts'
import { chipClass, FilterChip } from './FilterChip.tsx'
import type { BrowseView } from './use-browse-view.ts'

const ANY = ''

/** Which of the files are shown: kind, time, size, and whether they are favourites. */
export function FilterChips({ browse, hasStars }: { browse: BrowseView; hasStars: boolean }) {
  const { t, tag } = useLanguage()
  const { filter, changeFilter, clearFilter, isFiltered } = browse
  const any = { value: ANY, label: t('browse.any') }
  const small = formatBytes(SMALL_BYTES, tag)
  const large = formatBytes(LARGE_BYTES, tag)
  const sizes = {
    small: t('browse.size.under', { size: small }),
    medium: t('browse.size.between', { small, large }),
    large: t('browse.size.over', { size: large }),
  }
  return (
    <>
      <FilterChip
        label={t('browse.kind')}
        value={filter.kind ?? ANY}
        choices={[any, ...kinds.map((value) => ({ value, label: t(`browse.kind.${value}`) }))]}
        onChoose={(value) => changeFilter({ kind: oneOf(kinds, value) })}
      />
      <FilterChip
        label={t('files.modified')}
        value={filter.modified ?? ANY}
        choices={[
          any,
          ...modifiedSpans.map((value) => ({ value, label: t(`browse.modified.${value}`) })),
        ]}
        onChoose={(value) => changeFilter({ modified: oneOf(modifiedSpans, value) })}
      />
      <FilterChip
        label={t('files.size')}
        value={filter.size ?? ANY}
        choices={[any, ...sizeSpans.map((value) => ({ value, label: sizes[value] }))]}
        onChoose={(value) => changeFilter({ size: oneOf(sizeSpans, value) })}
      />
      {hasStars ? (
        <button
          type="button"
          aria-pressed={filter.starred ?? false}
          onClick={() => changeFilter({ starred: filter.starred ? undefined : true })}
          className={chipClass(filter.starred ?? false)}
        >
          <Star aria-hidden="true" className="size-3.5" strokeWidth={2} />
          {t('browse.starredOnly')}
        </button>
      ) : null}
      {isFiltered ? (
        <button type="button" onClick={clearFilter} className={chipClass(false)}>
          <X aria-hidden="true" className="size-3.5" strokeWidth={2} />
          {t('browse.clear')}
        </button>
      ) : null}
    </>
  )
}

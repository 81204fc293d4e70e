import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { chipClass } from '../files/FilterChip.tsx'
import { EVERYTHING, type SearchParams } from '../search/search-params.ts'

/** Everything that one can see, the own drive, or the drive that one came from. */
export function SearchWhere({ params: { where, drive } }: { params: SearchParams }) {
  const t = useTexts()
  const navigate = useNavigate()
  const choices = [
    { value: EVERYTHING, label: t('search.where.everything') },
    { value: undefined, label: t('search.where.mine') },
    ...(drive === undefined ? [] : [{ value: drive, label: t('search.where.drive') }]),
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has borders and widths of its own
    <div role="group" aria-label={t('search.where')} className="flex gap-2">
      {choices.map(({ value, label }) => (
        <button
          key={label}
          type="button"
          aria-pressed={where === value}
          className={chipClass(where === value)}
          onClick={() =>
            // A folder is one of the own drive.
            void navigate({
              to: '/search',
              search: (before) => ({ ...before, in: undefined, where: value }),
              replace: true,
            })
          }
        >
          {label}
        </button>
      ))}
    </div>
  )
}

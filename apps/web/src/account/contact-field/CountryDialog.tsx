import { type RefObject, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import { SearchList } from '../../ui/SearchList.tsx'
import { listCountries, searchCountries } from './country-search.ts'

const NOT_A_NUMBER = ''

export function CountryDialog({
  value,
  canBeUsername,
  returnFocusTo,
  onChoose,
  onClose,
}: {
  value: string
  /** Some people's user name is made of digits. */
  canBeUsername: boolean
  returnFocusTo: RefObject<HTMLElement | null>
  onChoose: (alpha2: string) => void
  onClose: () => void
}) {
  const { t, locale, tag } = useLanguage()
  const [query, setQuery] = useState('')
  const items = searchCountries(listCountries(locale, tag), query).map((country) => ({
    value: country.alpha2,
    label: country.name,
    detail: `${country.alpha2} +${country.callingCode}`,
  }))
  return (
    <DialogFrame
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('contact.country')}
      closeLabel={t('app.close')}
      returnFocusTo={returnFocusTo}
    >
      <SearchList
        searchLabel={t('contact.country.search')}
        listLabel={t('contact.country')}
        emptyText={t('contact.country.none')}
        items={items}
        value={value}
        query={query}
        onQuery={setQuery}
        onChoose={onChoose}
      />
      {canBeUsername ? (
        <Button
          look="plain"
          size="small"
          className="mt-3 -mb-1 -ms-3"
          onClick={() => onChoose(NOT_A_NUMBER)}
        >
          {t('contact.country.notPhone')}
        </Button>
      ) : null}
    </DialogFrame>
  )
}

import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

/** Finds what was thrown away by its name. */
export function TrashSearch({
  value,
  onChange,
}: {
  value: string
  onChange: (value: string) => void
}) {
  const t = useTexts()
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="relative mx-3 mb-2 shrink-0 md:max-w-md">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-muted"
        strokeWidth={1.75}
      />
      <input
        ref={field}
        // The kind for searches has a cross of its own, of which there would be two.
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={t('trash.search')}
        placeholder={t('trash.search')}
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          event.preventDefault()
          onChange('')
        }}
        className="min-h-10 w-full rounded-md border border-line-strong bg-surface ps-9 pe-11 text-base text-text outline-none transition-[border-color,box-shadow] duration-[120ms] placeholder:text-muted focus:border-accent focus:ring-3 focus:ring-accent/20 pointer-coarse:min-h-11 pointer-coarse:text-[1rem]"
      />
      {value === '' ? null : (
        <IconButton
          icon={X}
          label={t('trash.search.clear')}
          className="absolute inset-y-0 end-0.5 my-auto"
          onClick={() => {
            onChange('')
            field.current?.focus()
          }}
        />
      )}
    </div>
  )
}

import { countryName } from '@awan/protocol/countries'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, Suspense, useRef, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { classNames } from '../../ui/class-names.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Field, type FieldFrame, useFieldIds } from '../../ui/TextField.tsx'
import {
  type ContactDraft,
  type ContactKind,
  countryOf,
  isPhoneLike,
  withCountry,
  withText,
} from './contact-draft.ts'

const countryDialog = lazyPart(() =>
  import('./CountryDialog.tsx').then((module) => module.CountryDialog),
)

/**
 * One field for a phone number, an e-mail address or a user name. As soon as digits make it look like a
 * number, it asks in which country.
 */
export function ContactField({
  label,
  error,
  hint,
  kinds,
  draft,
  onDraft,
  ...input
}: Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'ref'> &
  FieldFrame & {
    kinds: readonly ContactKind[]
    draft: ContactDraft
    onDraft: (draft: ContactDraft) => void
  }) {
  const { t, locale } = useLanguage()
  const handleError = useErrorHandler()
  const ids = useFieldIds(error !== undefined, hint !== undefined)
  const field = useRef<HTMLInputElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const isOnlyPhone = kinds.every((kind) => kind === 'phone')
  const asksCountry = kinds.includes('phone') && (isOnlyPhone || isPhoneLike(draft))
  const country = asksCountry ? countryOf(draft) : undefined
  const code = country ? `${country.alpha2} +${country.callingCode}` : '+'

  async function chooseCountry() {
    try {
      await countryDialog.load()
      setChoosing(true)
    } catch (problem) {
      handleError(problem)
    }
  }

  return (
    <Field ids={ids} label={label} error={error} hint={hint}>
      <div
        className={classNames(
          'flex min-h-11 rounded-md border bg-surface transition-[border-color,box-shadow] duration-[120ms]',
          'has-[input:focus]:border-accent has-[input:focus]:ring-3 has-[input:focus]:ring-accent/20',
          error === undefined ? 'border-line-strong' : 'border-danger',
        )}
      >
        {asksCountry ? (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={`${t('contact.country')}: ${
              country ? `${countryName(country.alpha2, locale)} ${code}` : '?'
            }`}
            onClick={chooseCountry}
            className="flex shrink-0 items-center gap-1 rounded-s-md border-e border-line ps-3 pe-2 text-sm font-medium text-muted tabular-nums hover:bg-hover hover:text-text animate-appear"
          >
            {code}
            <ChevronDown aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
          </button>
        ) : null}
        <input
          id={ids.input}
          ref={field}
          autoCapitalize="none"
          spellCheck={false}
          inputMode={isOnlyPhone ? 'tel' : kinds.includes('username') ? 'text' : 'email'}
          aria-invalid={error !== undefined}
          aria-describedby={ids.describedBy}
          {...input}
          value={draft.text}
          onChange={(event) => onDraft(withText(draft, event.target.value))}
          className="w-0 flex-1 rounded-md bg-transparent px-3.5 text-base text-text outline-none pointer-coarse:text-[1rem]"
        />
      </div>
      {isChoosing ? (
        <Suspense>
          <countryDialog.Part
            value={country?.alpha2 ?? ''}
            canBeUsername={kinds.includes('username') && !draft.text.trim().startsWith('+')}
            returnFocusTo={field}
            onChoose={(alpha2) => {
              onDraft(withCountry(draft, alpha2))
              setChoosing(false)
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </Field>
  )
}

import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { GranteePicture } from '../GranteePicture.tsx'
import { keyOf, nameOf, type Shareable } from '../grantee.ts'
import type { TypedContact } from './typed-contact.ts'

/** Somebody who is known, or a contact to look up. */
export type Offer = { kind: 'known'; person: Shareable } | { kind: 'lookUp'; contact: TypedContact }

/** What the field for people offers below itself. */
export function PeopleOffers({
  listId,
  optionId,
  offers,
  having,
  marked,
  onTake,
}: {
  listId: string
  optionId: (index: number) => string
  offers: readonly Offer[]
  /** Keys of those who have access already. */
  having: ReadonlySet<string>
  marked: number
  onTake: (offer: Offer) => void
}) {
  const t = useTexts()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[marked]?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      tabIndex={-1}
      aria-label={t('share.people.found')}
      // A press here does not take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-10 mt-1.5 max-h-72 overflow-y-auto overscroll-contain rounded-md border border-line bg-raised p-1.5 shadow-float animate-pop"
    >
      {offers.map((offer, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
        <div
          key={offer.kind === 'known' ? keyOf(offer.person) : 'look up'}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === marked}
          onClick={() => onTake(offer)}
          className={classNames(
            'flex min-h-12 items-center gap-3 rounded-sm px-2.5 py-1 hover:bg-sunken',
            index === marked && 'bg-sunken',
          )}
        >
          <OfferWords offer={offer} having={having} />
        </div>
      ))}
    </div>
  )
}

function OfferWords({ offer, having }: { offer: Offer; having: ReadonlySet<string> }) {
  const t = useTexts()
  if (offer.kind === 'known') {
    const { person } = offer
    const detail = having.has(keyOf(person))
      ? t('share.people.has')
      : person.kind === 'person'
        ? undefined
        : t(person.kind === 'group' ? 'share.people.group' : 'share.people.invitation')
    return (
      <>
        <GranteePicture grantee={person} />
        <span className="min-w-0 flex-1">
          <span translate="no" className="block truncate font-medium">
            {nameOf(person)}
          </span>
          {detail === undefined ? null : <span className="block text-sm text-muted">{detail}</span>}
        </span>
      </>
    )
  }
  const { kind, text } = offer.contact
  return (
    <>
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-grey-soft text-grey">
        <Search aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{t('share.people.lookUp', { text })}</span>
        <span className="block truncate text-sm text-muted">
          {t(`share.people.lookUp.${kind}`)}
        </span>
      </span>
    </>
  )
}

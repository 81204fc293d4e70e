import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Field, useFieldIds } from '../../../ui/TextField.tsx'
import { keyOf, nameOf, type Shareable } from '../grantee.ts'
import { type Offer, PeopleOffers } from './PeopleOffers.tsx'
import { readTyped, SEPARATORS, splitTyped } from './typed-contact.ts'
import { useFindPerson, useSuggestedPeople } from './use-people-search.ts'

/** Long enough that a quick typist asks once. */
const CALM_MS = 120

/**
 * People as chips, and a field that finds more of them. The focus stays in the field; arrows move through what
 * it offers and Enter takes what is marked (the combobox pattern of ARIA), Backspace in the empty field takes
 * the last chip away.
 */
export function PeopleField({
  label,
  inputRef,
  chosen,
  onChosen,
  ownerSub,
  having,
  problem,
  onProblem,
}: {
  /** People and groups unless told. */
  label?: string
  inputRef: RefObject<HTMLInputElement | null>
  chosen: readonly Shareable[]
  onChosen: (change: (chosen: readonly Shareable[]) => readonly Shareable[]) => void
  ownerSub: string
  /** Keys of those who have access to it already. */
  having: ReadonlySet<string>
  problem: string | undefined
  onProblem: (problem: string | undefined) => void
}) {
  const t = useTexts()
  const announce = useAnnounce()
  const find = useFindPerson()
  const id = useId()
  const ids = useFieldIds(problem !== undefined, true)
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const query = useCalm(typed.trim())
  const offers = useOffers(query, typed.trim(), isOpen, chosen)
  const isShown = isOpen && offers.length > 0
  const optionId = (index: number) => `${id}option${index}`
  useCountAnnouncement(isShown ? offers.length : undefined, query)

  function add(person: Shareable) {
    if (person.kind === 'person' && person.sub === ownerSub) {
      return onProblem(t('share.people.owner', { name: nameOf(person) }))
    }
    onChosen((before) =>
      before.some((one) => keyOf(one) === keyOf(person)) ? before : [...before, person],
    )
    announce(t('share.people.added', { name: nameOf(person) }))
  }

  /** Those who are not found stay in the field, to be corrected. */
  async function lookUp(texts: readonly string[]) {
    setBusy(true)
    onProblem(undefined)
    const left: string[] = []
    for (const text of texts) {
      const outcome = await find(text)
      if ('found' in outcome) add(outcome.found)
      else {
        if (left.length === 0) onProblem(outcome.problem)
        left.push(text)
      }
    }
    setBusy(false)
    setTyped(left.join(', '))
    setOpen(false)
  }

  function take(offer: Offer) {
    if (offer.kind === 'lookUp') return void lookUp([offer.contact.text])
    onProblem(undefined)
    add(offer.person)
    setTyped('')
    setMarked(0)
  }

  function change(text: string) {
    onProblem(undefined)
    setTyped(text)
    setOpen(true)
    setMarked(0)
    if (SEPARATORS.test(text) && splitTyped(text).length > 0) void lookUp(splitTyped(text))
  }

  function press(event: KeyboardEvent) {
    // Keys that an input method uses are not ours.
    if (event.nativeEvent.isComposing) return
    const offer = isShown ? offers[marked] : undefined
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isShown) setOpen(true)
      else {
        const step = event.key === 'ArrowDown' ? 1 : -1
        setMarked((marked + step + offers.length) % offers.length)
      }
    } else if (event.key === 'Enter') {
      if (isBusy) event.preventDefault()
      else if (offer) {
        event.preventDefault()
        take(offer)
      } else if (typed.trim() !== '') {
        event.preventDefault()
        void lookUp(splitTyped(typed))
      }
      // With an empty field it shares with those who are chosen.
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      setOpen(false)
    } else if (event.key === 'Backspace' && typed === '') {
      onChosen((before) => before.slice(0, -1))
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving the field closes what it offers
    <div
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <Field
        ids={ids}
        label={label ?? t('share.people')}
        error={problem}
        hint={t('share.people.hint')}
      >
        <div className="relative">
          <div
            className={classNames(
              'flex min-h-11 w-full flex-wrap items-center gap-1.5 rounded-md border bg-surface p-1.5 transition-[border-color,box-shadow] duration-[120ms] focus-within:border-accent focus-within:ring-3 focus-within:ring-accent/20',
              problem === undefined ? 'border-line-strong' : 'border-danger',
            )}
          >
            <ul aria-label={t('share.people.chosen')} className="contents">
              {chosen.map((person) => (
                <li key={keyOf(person)} className="max-w-full min-w-0">
                  <button
                    type="button"
                    aria-label={t('share.people.remove', { name: nameOf(person) })}
                    onClick={() => {
                      onChosen((before) => before.filter((one) => one !== person))
                      inputRef.current?.focus()
                    }}
                    className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full bg-accent-soft px-3 text-sm font-medium text-accent-ink pointer-coarse:min-h-11"
                  >
                    <span translate="no" className="truncate">
                      {nameOf(person)}
                    </span>
                    <X aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2} />
                  </button>
                </li>
              ))}
            </ul>
            <input
              id={ids.input}
              ref={inputRef}
              role="combobox"
              type="text"
              aria-expanded={isShown}
              aria-controls={isShown ? `${id}list` : undefined}
              aria-autocomplete="list"
              aria-activedescendant={isShown ? optionId(marked) : undefined}
              aria-invalid={problem !== undefined}
              aria-describedby={ids.describedBy}
              aria-busy={isBusy || undefined}
              // An open list closes before the dialog does.
              data-own-escape={isShown || undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="done"
              // biome-ignore lint/a11y/noAutofocus: who opened the dialog came to share
              autoFocus
              readOnly={isBusy}
              value={typed}
              onClick={() => setOpen(true)}
              onChange={({ target }) => change(target.value)}
              onPaste={(event) => {
                const pasted = event.clipboardData.getData('text')
                if (!pasted.includes('\n')) return
                // A field of one line would join the lines.
                event.preventDefault()
                change(typed + pasted)
              }}
              onKeyDown={press}
              className="h-8 min-w-32 flex-1 bg-transparent px-2 text-base outline-none pointer-coarse:h-11 pointer-coarse:text-[1rem]"
            />
          </div>
          {isShown ? (
            <PeopleOffers
              listId={`${id}list`}
              optionId={optionId}
              offers={offers}
              having={having}
              marked={marked}
              onTake={take}
            />
          ) : null}
        </div>
      </Field>
    </div>
  )
}

/** Those who are known, then the one whom the whole contact may belong to. */
function useOffers(
  query: string,
  typed: string,
  isOpen: boolean,
  chosen: readonly Shareable[],
): Offer[] {
  const taken = new Set(chosen.map(keyOf))
  const known = useSuggestedPeople(query, isOpen)
    // What was typed since may fit somebody else.
    .filter(
      (person) => query === typed || nameOf(person).toLowerCase().includes(typed.toLowerCase()),
    )
    .filter((person) => !taken.has(keyOf(person)))
  const read = typed === '' ? undefined : readTyped(typed)
  const isKnown = known.some((person) => nameOf(person).toLowerCase() === typed.toLowerCase())
  return [
    ...known.map((person) => ({ kind: 'known', person }) as const),
    ...(read && 'contact' in read && !isKnown
      ? [{ kind: 'lookUp', contact: read.contact } as const]
      : []),
  ]
}

function useCalm(text: string): string {
  const [calm, setCalm] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setCalm(text), CALM_MS)
    return () => clearTimeout(timer)
  }, [text])
  return calm
}

function useCountAnnouncement(count: number | undefined, query: string): void {
  const t = useTexts()
  const announce = useAnnounce()
  const say = useEffectEvent((shown: number) => announce(t('share.people.count', { count: shown })))
  useEffect(() => {
    if (count !== undefined && query !== '') say(count)
  }, [count, query])
}

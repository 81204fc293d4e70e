import { MAX_TAG_CHARACTERS, MAX_TAGS } from '@awan/protocol'
import { useQuery } from '@tanstack/react-query'
import { Check, Minus, Plus } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useDrive } from '../../DriveProvider.tsx'
import { type Chosen, countOf, isWhole } from '../../selection/whole-place.ts'
import { tagsQuery } from '../../tags-query.ts'
import { useDriveActions } from '../use-drive-actions.ts'
import { tagChip } from './tag-chip.ts'
import { type MarkedTag, marksOf, press, toChange, type WantedTags } from './tag-marks.ts'

/** More than these are found by typing. */
const OFFERED_TAGS = 24

/** The tags of many files: each is added to all of them, removed from all, or left as it is. */
export function ManyTags({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const t = useTexts()
  const actions = useDriveActions()
  const known = useQuery(tagsQuery(useDrive())).data?.tags ?? []
  const [wanted, setWanted] = useState<WantedTags>(new Map())
  const [own, setOwn] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const looked = typed.trim()
  const marked = markedTags()
  const shown = marked.filter(
    ({ tag }, at) =>
      wanted.has(tag) ||
      (looked === '' ? at < OFFERED_TAGS : tag.toLowerCase().includes(looked.toLowerCase())),
  )
  const change = toChange(wanted)
  const isFull = change.add.length >= MAX_TAGS

  /** Of all that a place shows nobody knows here which have a tag: any of those in use may be on some. */
  function markedTags(): MarkedTag[] {
    const there = isWhole(chosen)
      ? known.map(({ tag }) => ({ tag, mark: 'some' as const }))
      : marksOf(chosen)
    const others = [...own, ...known.map(({ tag }) => tag)]
      .filter((tag) => !there.some((each) => each.tag === tag))
      .map((tag) => ({ tag, mark: 'none' as const }))
    return [...there, ...new Map(others.map((each) => [each.tag, each])).values()]
  }

  function add(tag: string) {
    setTyped('')
    if (isFull) return
    if (!marked.some((each) => each.tag === tag)) setOwn([tag, ...own])
    setWanted(new Map(wanted).set(tag, 'all'))
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    // Enter in the field adds; with an empty field it saves.
    if (looked !== '') return add(looked)
    onClose()
    if (wanted.size > 0) void actions.tag(chosen, change)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('act.tags.many', { count: countOf(chosen) })}
      closeLabel={t('app.close')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={t('act.tags.field')}
          autoComplete="off"
          maxLength={MAX_TAG_CHARACTERS}
          autoFocus
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          hint={isFull ? t('act.tags.full') : undefined}
        />
        {marked.length === 0 ? (
          <p className="text-muted">{t('act.tags.none')}</p>
        ) : (
          <ul aria-label={t('act.tags.known')} className="flex flex-wrap gap-2">
            {shown.map((each) => (
              <li key={each.tag} className="max-w-full">
                <TagToggle
                  tag={each.tag}
                  mark={wanted.get(each.tag) ?? each.mark}
                  onPress={() => setWanted(press(wanted, each))}
                />
              </li>
            ))}
          </ul>
        )}
        <div className="mt-1 flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit">{t(looked === '' ? 'act.tags.save' : 'act.tags.add')}</Button>
        </div>
      </form>
    </Dialog>
  )
}

const looks = {
  all: {
    icon: Check,
    pressed: true,
    look: 'border border-transparent bg-accent-soft text-accent-ink',
  },
  some: {
    icon: Minus,
    pressed: 'mixed',
    look: 'border border-dashed border-line-strong hover:bg-hover',
  },
  none: { icon: Plus, pressed: false, look: 'border border-line-strong hover:bg-hover' },
} as const

function TagToggle({
  tag,
  mark,
  onPress,
}: {
  tag: string
  mark: MarkedTag['mark']
  onPress: () => void
}) {
  const { icon: Icon, pressed, look } = looks[mark]
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={classNames(tagChip, look)}
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2} />
      <span translate="no" className="truncate">
        {tag}
      </span>
    </button>
  )
}

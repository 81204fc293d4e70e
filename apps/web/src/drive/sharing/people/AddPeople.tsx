import type { File, GrantRole } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { toChosen } from '../../../ui/choices.ts'
import { SelectField } from '../../../ui/SelectField.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { useDrive } from '../../DriveProvider.tsx'
import { Disclosure } from '../Disclosure.tsx'
import { EndDateField } from '../EndDateField.tsx'
import { isOver, toEndOfDay } from '../end-of-day.ts'
import { nameOf, type Shareable, toNewGrantee } from '../grantee.ts'
import { roleChoices } from '../role-words.ts'
import { useShareProblem } from '../share-problem.ts'
import { useRefreshAccess } from '../share-queries.ts'
import { PeopleField } from './PeopleField.tsx'

const MAX_NOTE = 1000

/** Those who get access next, and what they get. */
export function AddPeople({
  file,
  ownerSub,
  having,
}: {
  file: File
  ownerSub: string
  /** Keys of those who have access to it already. */
  having: ReadonlySet<string>
}) {
  const t = useTexts()
  const drive = useDrive()
  const announce = useAnnounce()
  const refresh = useRefreshAccess()
  const problemOf = useShareProblem()
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<readonly Shareable[]>([])
  const [role, setRole] = useState<GrantRole>('viewer')
  const [note, setNote] = useState('')
  const [end, setEnd] = useState('')
  const [isMoreOpen, setMoreOpen] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const endProblem = isOver(end, new Date()) ? t('share.end.past') : undefined

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (chosen.length === 0) return setProblem(t('share.people.nobody'))
    if (endProblem !== undefined) return setMoreOpen(true)
    setBusy(true)
    setProblem(undefined)
    // Those who could not be added stay, with the reason of the first.
    const refused: { grantee: Shareable; error: unknown }[] = []
    for (const grantee of chosen) {
      try {
        await drive.shares.create(file.id, {
          grantee: toNewGrantee(grantee),
          role,
          ...(note.trim() === '' ? {} : { note: note.trim() }),
          ...(end === '' ? {} : { expires_time: toEndOfDay(end) }),
        })
      } catch (error) {
        refused.push({ grantee, error })
      }
    }
    await refresh()
    setBusy(false)
    setChosen(refused.map(({ grantee }) => grantee))
    const count = chosen.length - refused.length
    if (count > 0) announce(t('share.given', { count }))
    const [first] = refused
    if (first) {
      const reason = reasonOf(first.error)
      setProblem(t('share.people.failed', { name: nameOf(first.grantee), reason }))
    } else {
      setNote('')
      setEnd('')
      setMoreOpen(false)
    }
    field.current?.focus()
  }

  function reasonOf(error: unknown): string {
    if (isServiceError(error, 'invalid_argument')) return t('share.people.notThere')
    if (isServiceError(error, 'resource_exhausted')) return t('share.people.limit')
    return problemOf(error)
  }

  const choices = roleChoices(file, t)
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <PeopleField
        inputRef={field}
        chosen={chosen}
        onChosen={setChosen}
        ownerSub={ownerSub}
        having={having}
        problem={problem}
        onProblem={setProblem}
      />
      {chosen.length === 0 ? null : (
        <>
          <SelectField
            label={t('share.role')}
            value={role}
            choices={choices}
            onChange={({ target }) => toChosen({ choices, onChoose: setRole })(target.value)}
            hint={t(`share.role.${role}.text`)}
          />
          <Disclosure
            label={t('share.more')}
            isOpen={isMoreOpen}
            onToggle={() => setMoreOpen(!isMoreOpen)}
          >
            <TextArea
              label={t('share.note')}
              hint={t('share.note.hint')}
              rows={2}
              maxLength={MAX_NOTE}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
            <EndDateField label={t('share.end')} day={end} error={endProblem} onDay={setEnd} />
          </Disclosure>
          <div className="flex justify-end">
            <Button type="submit" busy={isBusy}>
              {t('share.give')}
            </Button>
          </div>
        </>
      )}
    </form>
  )
}

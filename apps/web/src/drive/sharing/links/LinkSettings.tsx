import type { Links } from '@awan/client/links'
import type { File, Link } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { PlainTextKey } from '../../../i18n/keys.ts'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { toChosen } from '../../../ui/choices.ts'
import { Problem } from '../../../ui/Problem.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { EndDateField } from '../EndDateField.tsx'
import { linkRoleChoices } from '../role-words.ts'
import { useShareProblem } from '../share-problem.ts'
import { useRefreshAccess } from '../share-queries.ts'
import { DropRules } from './DropRules.tsx'
import { DropSenders } from './DropSenders.tsx'
import { LinkPassword } from './LinkPassword.tsx'
import {
  readSettings,
  type SettingProblems,
  type LinkSettings as Settings,
  toSettings,
} from './link-settings.ts'

/** All that can be said about a link. Nothing is sent before it is saved, and then only what changed. */
export function LinkSettings({
  file,
  links,
  link,
  canAskEmail,
  onSaved,
}: {
  file: File
  links: Links
  link: Link
  /** Whether the server sends mail. */
  canAskEmail: boolean
  onSaved: () => void
}) {
  const t = useTexts()
  const refresh = useRefreshAccess()
  const problemOf = useShareProblem()
  const form = useRef<HTMLFormElement>(null)
  // As it is when the form is opened: what others change meanwhile stays, unless it is changed here too.
  const [seen] = useState(link)
  const [settings, setSettings] = useState(() => toSettings(seen))
  const [problems, setProblems] = useState<SettingProblems>({})
  const [refusals, setRefusals] = useState(0)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  function set(change: Partial<Settings>) {
    setSettings((before) => ({ ...before, ...change }))
    // What is being corrected is not complained about.
    const touched = new Set(Object.keys(change))
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !touched.has(field))),
    )
  }

  // To the first field that is wrong, once it is marked.
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusals])

  function complain(found: SettingProblems) {
    setProblems(found)
    setRefusals((before) => before + 1)
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const read = readSettings(settings, seen, new Date())
    if ('problems' in read) return complain(read.problems)
    setBusy(true)
    setFailure(undefined)
    try {
      if (Object.keys(read.change).length > 0) await links.update(link.id, read.change)
      await refresh()
      onSaved()
    } catch (error) {
      setBusy(false)
      const found = toProblems(error)
      if (found) complain(found)
      else setFailure(problemOf(error))
    }
  }

  const text = (field: 'label' | 'note' | 'limit' | 'name') => ({
    value: settings[field],
    onChange: ({ target }: { target: HTMLInputElement }) => set({ [field]: target.value }),
    error: say(problems[field]),
    autoComplete: 'off',
  })
  function say(problem: PlainTextKey | undefined): string | undefined {
    return problem && t(problem)
  }

  const choices = linkRoleChoices(file, t)
  const { role } = settings
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 pb-1"
    >
      <SelectField
        label={t('share.role')}
        value={role}
        choices={choices}
        onChange={({ target }) =>
          toChosen({ choices, onChoose: (role) => set({ role }) })(target.value)
        }
        hint={t(`share.role.${role}.text`)}
      />
      <LinkPassword
        hadPassword={seen.has_password}
        settings={settings}
        problem={say(problems.password)}
        onSet={set}
      />
      <EndDateField
        label={t('share.link.set.end')}
        day={settings.end}
        error={say(problems.end)}
        onDay={(end) => set({ end })}
      />
      {role === 'drop' ? (
        <DropRules settings={settings} problems={problems} onSet={set} />
      ) : (
        <>
          <Checkbox
            label={t('share.link.set.allowDownload')}
            checked={settings.allowDownload}
            onChange={({ target }) => set({ allowDownload: target.checked })}
          />
          {settings.allowDownload ? (
            <TextField
              {...text('limit')}
              label={t('share.link.set.limit')}
              hint={t('share.link.set.limit.hint')}
              inputMode="numeric"
            />
          ) : null}
        </>
      )}
      <Checkbox
        label={t('share.link.set.askName')}
        checked={settings.askName}
        onChange={({ target }) => set({ askName: target.checked })}
      />
      {role === 'drop' ? (
        <DropSenders settings={settings} canAskEmail={canAskEmail} onSet={set} />
      ) : null}
      <TextField {...text('label')} label={t('share.link.set.label')} maxLength={200} />
      <TextField
        {...text('note')}
        label={t('share.link.set.note')}
        hint={t('share.link.set.note.hint')}
        maxLength={1000}
      />
      <TextField
        {...text('name')}
        label={t('share.link.set.name')}
        hint={t('share.link.set.name.hint')}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
      />
      <p className="text-sm text-muted">{t('share.link.set.ends')}</p>
      <Problem>{failure}</Problem>
      <div className="flex justify-end">
        <Button type="submit" busy={isBusy}>
          {t('share.link.set.save')}
        </Button>
      </div>
    </form>
  )
}

const flaws: Readonly<Record<string, PlainTextKey>> = {
  password_too_short: 'share.link.wrong.passwordShort',
  password_too_common: 'share.link.wrong.passwordCommon',
  password_breached: 'share.link.wrong.passwordLeaked',
}

/** What the server has against a field, if it was that. */
function toProblems(error: unknown): SettingProblems | undefined {
  if (isServiceError(error, 'already_exists')) return { name: 'share.link.wrong.nameTaken' }
  if (!isServiceError(error, 'invalid_argument')) return undefined
  const flaw = error.details
    .map(({ reason }) => (typeof reason === 'string' ? flaws[reason] : undefined))
    .find((found) => found !== undefined)
  return flaw && { password: flaw }
}

import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { CheckList } from '../../../ui/CheckList.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { type AppDraft, algorithms, appScopes, findAppProblems } from './app-draft.ts'

/** What is said about an app, when it is registered and later. */
export function AppForm({
  draft,
  onChange,
  submitLabel,
  isBusy,
  onSubmit,
  children,
}: {
  draft: AppDraft
  onChange: (draft: AppDraft) => void
  submitLabel: string
  isBusy: boolean
  onSubmit: () => void
  /** What only one of the two asks. */
  children?: ReactNode
}) {
  const t = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [isChecked, setChecked] = useState(false)
  const problems = isChecked ? findAppProblems(draft) : {}
  const uriProblem = (found: typeof problems.redirectUris) =>
    found === undefined
      ? undefined
      : typeof found === 'string'
        ? t(found)
        : t(found.problem, { uri: found.uri })

  function set<Name extends keyof AppDraft>(name: Name, value: AppDraft[Name]) {
    onChange({ ...draft, [name]: value })
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (Object.keys(findAppProblems(draft)).length === 0) return onSubmit()
    setChecked(true)
    // After the problems are on the page.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex max-w-xl flex-col gap-5">
      <TextField
        label={t('admin.app.name')}
        hint={t('admin.app.name.hint')}
        maxLength={128}
        autoComplete="off"
        value={draft.name}
        onChange={(event) => set('name', event.target.value)}
        error={problems.name && t(problems.name)}
      />
      <TextField
        label={t('admin.app.description')}
        maxLength={500}
        autoComplete="off"
        value={draft.description}
        onChange={(event) => set('description', event.target.value)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          type="url"
          label={t('admin.app.url')}
          placeholder="https://"
          maxLength={2048}
          value={draft.url}
          onChange={(event) => set('url', event.target.value)}
          error={problems.url && t(problems.url)}
        />
        <TextField
          type="url"
          label={t('admin.app.picture')}
          placeholder="https://"
          maxLength={2048}
          value={draft.picture}
          onChange={(event) => set('picture', event.target.value)}
          error={problems.picture && t(problems.picture)}
        />
      </div>
      <TextArea
        label={t('admin.app.redirect')}
        hint={t('admin.app.redirect.hint')}
        placeholder="https://app.example.org/callback"
        spellCheck={false}
        value={draft.redirectUris}
        onChange={(event) => set('redirectUris', event.target.value)}
        error={uriProblem(problems.redirectUris)}
      />
      <TextArea
        label={t('admin.app.signOut')}
        hint={t('admin.app.signOut.hint')}
        rows={2}
        spellCheck={false}
        value={draft.signOutUris}
        onChange={(event) => set('signOutUris', event.target.value)}
        error={uriProblem(problems.signOutUris)}
      />
      <CheckList
        label={t('admin.app.scope')}
        items={appScopes.map((name) => ({
          value: name,
          label: t(`admin.scope.${name}`),
          code: name,
        }))}
        chosen={draft.scopes}
        onChange={(scopes) => set('scopes', scopes)}
        error={problems.scopes && t(problems.scopes)}
      />
      <SelectField
        label={t('admin.app.algorithm')}
        hint={t('admin.app.algorithm.hint')}
        choices={algorithms.map((value) => ({ value, label: value }))}
        value={draft.algorithm}
        onChange={(event) => set('algorithm', event.target.value as AppDraft['algorithm'])}
      />
      {children}
      {draft.isConfidential ? (
        <div>
          <Checkbox
            label={t('admin.app.pkce')}
            aria-describedby="pkce-hint"
            checked={draft.requiresPkce}
            onChange={(event) => set('requiresPkce', event.target.checked)}
          />
          <p id="pkce-hint" className="text-sm text-muted">
            {t('admin.app.pkce.hint')}
          </p>
        </div>
      ) : null}
      <div>
        <Button type="submit" busy={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

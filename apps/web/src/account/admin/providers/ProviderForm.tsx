import { type SubmitEvent, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { PROVIDER_CALLBACK_PATH } from '../../../session/provider-callback.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { Copied } from '../Secret.tsx'
import { factsOfPreset, type ProviderPart, type ProviderPreset } from './preset-parts.ts'
import {
  draftNames,
  findProviderProblems,
  type ProviderDraft,
  partsOf,
  textOf,
} from './provider-draft.ts'

/** What a third party gave us, and what it has to know of us. */
export function ProviderForm({
  preset,
  draft,
  isNew,
  hasSecret,
  isMoved,
  isBusy,
  onChange,
  onSubmit,
}: {
  preset: ProviderPreset
  draft: ProviderDraft
  isNew: boolean
  hasSecret: boolean
  /** Whether another provider is being named than the stored one. */
  isMoved: boolean
  isBusy: boolean
  onChange: (draft: ProviderDraft) => void
  onSubmit: () => void
}) {
  const t = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [isChecked, setChecked] = useState(false)
  const problems = isChecked ? findProviderProblems(preset, draft, { hasSecret, isMoved }) : {}
  const errorOf = (field: keyof typeof problems) => {
    const problem = problems[field]
    return problem && t(problem)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (Object.keys(findProviderProblems(preset, draft, { hasSecret, isMoved })).length === 0) {
      return onSubmit()
    }
    setChecked(true)
    // After the problems are on the page.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
  }

  function fieldOf({ part, isNeeded }: { part: ProviderPart; isNeeded: boolean }) {
    const value = textOf(draft, part)
    const shared = {
      label: isNeeded
        ? t(`admin.provider.${part}`)
        : t('admin.field.optional', { field: t(`admin.provider.${part}`) }),
      value,
      autoComplete: 'off',
      spellCheck: false,
      error: errorOf(part),
    }
    const set = (typed: string) => onChange({ ...draft, [draftNames[part]]: typed })
    switch (part) {
      case 'client_secret': {
        const hint = hasSecret && !isMoved ? t('admin.provider.secret.kept') : undefined
        // Apple's is a whole key file.
        if (preset === 'apple') {
          return (
            <TextArea
              key={part}
              {...shared}
              hint={hint ?? t('admin.provider.secret.apple')}
              onChange={(event) => set(event.target.value)}
            />
          )
        }
        return (
          <PasswordField
            key={part}
            {...shared}
            autoComplete="new-password"
            hint={hint}
            showLabel={t('admin.secret.show')}
            hideLabel={t('admin.secret.hide')}
            onChange={(event) => set(event.target.value)}
          />
        )
      }
      case 'app_client_ids':
        return (
          <TextArea
            key={part}
            {...shared}
            rows={2}
            hint={t('admin.provider.appIds.hint')}
            onChange={(event) => set(event.target.value)}
          />
        )
      default:
        return (
          <TextField
            key={part}
            {...shared}
            {...(part === 'issuer' && {
              type: 'url',
              placeholder: 'https://',
              hint: t('admin.provider.issuer.hint'),
            })}
            onChange={(event) => set(event.target.value)}
          />
        )
    }
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex max-w-xl flex-col gap-5">
      <div>
        <p className="mb-3 text-muted">{t(`admin.preset.${preset}`)}</p>
        <Copied
          label={t('admin.provider.redirect')}
          value={`${location.origin}${PROVIDER_CALLBACK_PATH}`}
        />
      </div>
      {isNew && preset === 'oidc' ? (
        <TextField
          label={t('admin.provider.id')}
          hint={t('admin.provider.id.hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={draft.id}
          onChange={(event) => onChange({ ...draft, id: event.target.value })}
          error={errorOf('id')}
        />
      ) : null}
      <TextField
        label={t('admin.provider.client_id')}
        autoComplete="off"
        spellCheck={false}
        maxLength={512}
        value={draft.clientId}
        onChange={(event) => onChange({ ...draft, clientId: event.target.value })}
        error={errorOf('client_id')}
      />
      {partsOf(preset).map(fieldOf)}
      <TextField
        label={t('admin.field.optional', { field: t('admin.provider.name') })}
        placeholder={factsOfPreset(preset).name}
        autoComplete="off"
        maxLength={512}
        value={draft.name}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
      <Checkbox
        label={t('admin.provider.enabled')}
        checked={draft.isEnabled}
        onChange={(event) => onChange({ ...draft, isEnabled: event.target.checked })}
      />
      <Problem>{isMoved ? t('admin.provider.moved') : undefined}</Problem>
      <div>
        <Button type="submit" busy={isBusy}>
          {t('admin.save')}
        </Button>
      </div>
    </form>
  )
}

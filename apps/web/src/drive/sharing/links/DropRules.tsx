import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { EndDateField } from '../EndDateField.tsx'
import type { LinkSettings, SettingProblems } from './link-settings.ts'

/** What a drop folder takes, and until when. */
export function DropRules({
  settings,
  problems,
  onSet,
}: {
  settings: LinkSettings
  problems: SettingProblems
  onSet: (change: Partial<LinkSettings>) => void
}) {
  const t = useTexts()
  const text = (field: 'fileSize' | 'totalSize' | 'types') => {
    const problem = problems[field]
    return {
      label: t(`share.link.set.${field}`),
      value: settings[field],
      onChange: ({ target }: { target: HTMLInputElement }) => onSet({ [field]: target.value }),
      error: problem && t(problem),
      autoComplete: 'off',
    }
  }
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...text('fileSize')}
          hint={t('share.link.set.limit.hint')}
          inputMode="decimal"
        />
        <TextField
          {...text('totalSize')}
          hint={t('share.link.set.limit.hint')}
          inputMode="decimal"
        />
      </div>
      <TextField
        {...text('types')}
        hint={t('share.link.set.types.hint')}
        autoCapitalize="none"
        spellCheck={false}
      />
      <EndDateField
        label={t('share.link.set.deadline')}
        day={settings.deadline}
        onDay={(deadline) => onSet({ deadline })}
      />
    </>
  )
}

import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { type QuotaDraft, type QuotaUnit, quotaUnits, toQuotaBytes } from './quota-draft.ts'

/** How much a drive may hold, or that there is no limit. */
export function QuotaFields({
  draft,
  usedBytes = 0,
  isWrong,
  onChange,
}: {
  draft: QuotaDraft
  usedBytes?: number
  /** What was typed is no amount. */
  isWrong: boolean
  onChange: (draft: QuotaDraft) => void
}) {
  const t = useTexts()
  const bytes = toQuotaBytes(draft)
  return (
    <>
      <Checkbox
        label={t('usage.noLimit')}
        checked={!draft.isLimited}
        onChange={(event) => onChange({ ...draft, isLimited: !event.target.checked })}
      />
      {draft.isLimited ? (
        <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-3">
          <TextField
            label={t('usage.limit')}
            inputMode="decimal"
            autoComplete="off"
            value={draft.amount}
            onChange={(event) => onChange({ ...draft, amount: event.target.value })}
            error={isWrong ? t('usage.limit.wrong') : undefined}
          />
          <SelectField
            label={t('usage.unit')}
            value={draft.unit}
            onChange={(event) => onChange({ ...draft, unit: event.target.value as QuotaUnit })}
            choices={Object.keys(quotaUnits).map((unit) => ({ value: unit, label: unit }))}
          />
        </div>
      ) : null}
      {typeof bytes === 'number' && bytes < usedBytes ? (
        <p className="text-sm text-muted">{t('usage.below')}</p>
      ) : null}
    </>
  )
}

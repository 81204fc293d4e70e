import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { NameRule } from './new-names.ts'

/** The highest first number, and the most digits: both are within what a name can hold. */
const LAST_START = 999_999_999
const MOST_DIGITS = 9

export const firstRule: NameRule = {
  ...{ kind: 'replace', find: '', put: '', isCaseKept: false, hasExtension: false },
}

/** How the names are made. */
export function NameFields({
  rule,
  count,
  onChange,
}: {
  rule: NameRule
  count: number
  onChange: (rule: NameRule) => void
}) {
  const t = useTexts()
  return (
    <>
      <SelectField
        label={t('act.names.how')}
        autoFocus
        value={rule.kind}
        choices={[
          { value: 'replace', label: t('act.names.replace') },
          { value: 'add', label: t('act.names.add') },
          { value: 'number', label: t('act.names.number') },
          { value: 'date', label: t('act.names.date') },
        ]}
        onChange={({ target }) => onChange(emptyRule(target.value as NameRule['kind'], count))}
      />
      <Fields rule={rule} onChange={onChange} />
    </>
  )
}

function Fields({ rule, onChange }: { rule: NameRule; onChange: (rule: NameRule) => void }) {
  const t = useTexts()
  const text = { autoComplete: 'off', spellCheck: false } as const
  switch (rule.kind) {
    case 'replace':
      return (
        <>
          <div className="grid gap-4 md:grid-cols-2">
            <TextField
              {...text}
              label={t('act.names.find')}
              value={rule.find}
              onChange={({ target }) => onChange({ ...rule, find: target.value })}
            />
            <TextField
              {...text}
              label={t('act.names.put')}
              value={rule.put}
              onChange={({ target }) => onChange({ ...rule, put: target.value })}
            />
          </div>
          <div className="flex flex-wrap gap-x-6">
            <Checkbox
              label={t('act.names.case')}
              checked={rule.isCaseKept}
              onChange={({ target }) => onChange({ ...rule, isCaseKept: target.checked })}
            />
            <Extension rule={rule} onChange={onChange} />
          </div>
        </>
      )
    case 'add':
      return (
        <>
          <div className="grid gap-4 md:grid-cols-2">
            <TextField
              {...text}
              label={t('act.names.before')}
              value={rule.before}
              onChange={({ target }) => onChange({ ...rule, before: target.value })}
            />
            <TextField
              {...text}
              label={t('act.names.after')}
              value={rule.after}
              onChange={({ target }) => onChange({ ...rule, after: target.value })}
            />
          </div>
          <Extension rule={rule} onChange={onChange} />
        </>
      )
    case 'number':
      return (
        <div className="grid grid-cols-2 gap-4 max-md:*:first:col-span-2 md:grid-cols-[1fr_8rem_8rem]">
          <TextField
            {...text}
            label={t('act.rename.name')}
            hint={t('act.names.name.hint')}
            value={rule.name}
            onChange={({ target }) => onChange({ ...rule, name: target.value })}
          />
          <NumberField
            label={t('act.names.start')}
            value={rule.start}
            least={0}
            most={LAST_START}
            onChange={(start) => onChange({ ...rule, start })}
          />
          <NumberField
            label={t('act.names.digits')}
            value={rule.digits}
            least={1}
            most={MOST_DIGITS}
            onChange={(digits) => onChange({ ...rule, digits })}
          />
        </div>
      )
    case 'date':
      return (
        <SelectField
          label={t('act.names.by')}
          hint={rule.by === 'taken' ? t('act.names.taken.hint') : undefined}
          value={rule.by}
          choices={[
            { value: 'taken', label: t('act.names.taken') },
            { value: 'modified', label: t('act.names.modified') },
          ]}
          onChange={({ target }) =>
            onChange({ ...rule, by: target.value === 'taken' ? 'taken' : 'modified' })
          }
        />
      )
  }
}

function Extension<Rule extends Extract<NameRule, { hasExtension: boolean }>>({
  rule,
  onChange,
}: {
  rule: Rule
  onChange: (rule: Rule) => void
}) {
  const t = useTexts()
  return (
    <Checkbox
      label={t('act.names.extension')}
      checked={rule.hasExtension}
      onChange={({ target }) => onChange({ ...rule, hasExtension: target.checked })}
    />
  )
}

/** While it is empty, or too much is typed, the nearest number that is possible is meant. */
function NumberField({
  label,
  value,
  least,
  most,
  onChange,
}: {
  label: string
  value: number
  least: number
  most: number
  onChange: (value: number) => void
}) {
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={least}
      max={most}
      step={1}
      className="tabular-nums"
      defaultValue={value}
      onChange={({ target }) => {
        const typed = Number.isFinite(target.valueAsNumber)
          ? Math.floor(target.valueAsNumber)
          : least
        onChange(Math.min(most, Math.max(least, typed)))
      }}
    />
  )
}

function emptyRule(kind: NameRule['kind'], count: number): NameRule {
  switch (kind) {
    case 'replace':
      return firstRule
    case 'add':
      return { kind, before: '', after: '', hasExtension: false }
    case 'number':
      // As many as the last number needs, so that they sort.
      return { kind, name: '', start: 1, digits: Math.max(2, String(count).length) }
    case 'date':
      return { kind, by: 'taken' }
  }
}

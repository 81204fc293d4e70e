import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Choice } from './choices.ts'
import { classNames } from './class-names.ts'
import { Field, type FieldFrame, inputClass, useFieldIds } from './TextField.tsx'

/** One of several, chosen with the platform's own list. */
export function SelectField({
  label,
  error,
  hint,
  choices,
  ...select
}: ComponentProps<'select'> & FieldFrame & { choices: readonly Choice<string>[] }) {
  const ids = useFieldIds(error !== undefined, hint !== undefined)
  return (
    <Field ids={ids} label={label} error={error} hint={hint}>
      <div className="relative">
        <select
          id={ids.input}
          aria-invalid={error !== undefined}
          aria-describedby={ids.describedBy}
          className={classNames(
            inputClass,
            'appearance-none pe-10',
            error === undefined ? 'border-line-strong' : 'border-danger',
          )}
          {...select}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} lang={choice.lang}>
              {choice.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4.5 text-muted"
          strokeWidth={1.75}
        />
      </div>
    </Field>
  )
}

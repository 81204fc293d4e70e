import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldFrame, inputClass, useFieldIds } from './TextField.tsx'

/** A labelled field of several lines. */
export function TextArea({
  label,
  error,
  hint,
  className,
  ...area
}: ComponentProps<'textarea'> & FieldFrame) {
  const ids = useFieldIds(error !== undefined, hint !== undefined)
  return (
    <Field ids={ids} label={label} error={error} hint={hint}>
      <textarea
        id={ids.input}
        rows={3}
        aria-invalid={error !== undefined}
        aria-describedby={ids.describedBy}
        className={classNames(
          inputClass,
          'resize-y py-2.5',
          error === undefined ? 'border-line-strong' : 'border-danger',
          className,
        )}
        {...area}
      />
    </Field>
  )
}

import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldFrame, useFieldIds } from './TextField.tsx'

/**
 * A code of digits, or of what `read` makes of it. One real input lies over the drawn boxes: paste, autofill from a message, undo and
 * screen readers work as in any input.
 */
export function CodeField({
  label,
  error,
  hint,
  digits,
  groupSize = digits,
  read = digitsOf,
  value,
  onValue,
  ...input
}: Omit<ComponentProps<'input'>, 'value' | 'onChange'> &
  FieldFrame & {
    digits: number
    /** A gap is left between groups of this many. */
    groupSize?: number
    /** Takes the code out of what was typed or pasted. */
    read?: (text: string) => string
    value: string
    onValue: (value: string) => void
  }) {
  const ids = useFieldIds(error !== undefined, hint !== undefined)
  return (
    <Field ids={ids} label={label} error={error} hint={hint}>
      <div className="group relative">
        <div aria-hidden="true" className={classNames('flex', digits > 6 ? 'gap-1.5' : 'gap-2')}>
          {[...Array(digits).keys()].map((index) => (
            <span
              key={index}
              className={classNames(
                'grid h-13 min-w-0 flex-1 place-items-center rounded-md border bg-surface text-lg font-semibold tabular-nums transition-[border-color,box-shadow] duration-[120ms]',
                error === undefined ? 'border-line-strong' : 'border-danger',
                index === Math.min(value.length, digits - 1) &&
                  'group-focus-within:border-accent group-focus-within:ring-3 group-focus-within:ring-accent/20',
                index > 0 && index % groupSize === 0 && 'ms-3',
              )}
            >
              {value[index] ?? ''}
            </span>
          ))}
        </div>
        <input
          id={ids.input}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...input}
          value={value}
          onChange={(event) => onValue(read(event.target.value).slice(0, digits))}
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={ids.describedBy}
          className="absolute inset-0 w-full cursor-text rounded-md bg-transparent text-[1rem] text-transparent caret-transparent opacity-0 outline-none"
        />
      </div>
    </Field>
  )
}

/** Pasted codes come as `123 456` or `Your code: 123456`, and full-width from some keyboards. */
function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '')
}

import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { Problem } from './Problem.tsx'

export const inputClass =
  'min-h-11 w-full rounded-md border bg-surface px-3.5 text-base text-text outline-none transition-[border-color,box-shadow] duration-[120ms] ' +
  'placeholder:text-muted focus:border-accent focus:ring-3 focus:ring-accent/20 pointer-coarse:text-[1rem]'

export interface FieldFrame {
  label: string
  /** What is wrong and what to do; announced as soon as it is there. */
  error?: ReactNode
  hint?: ReactNode
}

/** A labelled input whose error and hint are tied to it. */
export function TextField({
  label,
  error,
  hint,
  className,
  trailing,
  ...input
}: ComponentProps<'input'> & FieldFrame & { trailing?: ReactNode }) {
  const ids = useFieldIds(error !== undefined, hint !== undefined)
  return (
    <Field ids={ids} label={label} error={error} hint={hint}>
      <div className="relative">
        <input
          id={ids.input}
          aria-invalid={error !== undefined}
          aria-describedby={ids.describedBy}
          className={classNames(
            inputClass,
            error === undefined ? 'border-line-strong' : 'border-danger',
            trailing !== undefined && 'pe-12',
            className,
          )}
          {...input}
        />
        {trailing === undefined ? null : (
          <div className="absolute inset-y-0 end-1 flex items-center">{trailing}</div>
        )}
      </div>
    </Field>
  )
}

export interface FieldIds {
  input: string
  error: string
  hint: string
  describedBy: string | undefined
}

export function useFieldIds(hasError: boolean, hasHint: boolean): FieldIds {
  const id = useId()
  const error = `${id}error`
  const hint = `${id}hint`
  const described = [hasError && error, hasHint && hint].filter(Boolean).join(' ')
  return { input: `${id}input`, error, hint, describedBy: described || undefined }
}

export function Field({
  ids,
  label,
  error,
  hint,
  children,
}: FieldFrame & { ids: FieldIds; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={ids.input} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      <Problem id={ids.error}>{error}</Problem>
      {hint === undefined ? null : (
        <div id={ids.hint} className="text-sm text-muted">
          {hint}
        </div>
      )}
    </div>
  )
}

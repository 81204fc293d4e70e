import { useId } from 'react'
import { classNames } from './class-names.ts'
import { Problem } from './Problem.tsx'

export interface CheckItem<Value extends string> {
  value: Value
  label: string
  /** What programs call it. */
  code?: string
}

/** Any of several, each with its box. */
export function CheckList<Value extends string>({
  label,
  items,
  chosen,
  error,
  isLong = false,
  onChange,
}: {
  label: string
  items: readonly CheckItem<Value>[]
  chosen: readonly Value[]
  error?: string | undefined
  /** Many short names: in a box that scrolls. */
  isLong?: boolean
  onChange: (chosen: Value[]) => void
}) {
  const id = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={error === undefined ? undefined : id}>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div
        // What scrolls is reached by the keyboard too: its boxes take the focus.
        className={classNames(
          isLong && 'max-h-72 overflow-y-auto rounded-md border border-line-strong px-3.5 py-1.5',
        )}
      >
        {items.map(({ value, label: name, code }) => (
          <label
            key={value}
            className="flex min-h-9 cursor-pointer items-start gap-2.5 py-1.5 pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              className="tick-box mt-0.5"
              checked={chosen.includes(value)}
              onChange={(event) =>
                onChange(
                  // In the order of the list, however they were ticked.
                  items
                    .map((item) => item.value)
                    .filter((one) => (one === value ? event.target.checked : chosen.includes(one))),
                )
              }
            />
            <span className="min-w-0">
              <span className="block break-words">{name}</span>
              {code === undefined ? null : (
                <span translate="no" className="block text-sm break-words text-muted">
                  {code}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      <Problem id={id}>{error}</Problem>
    </fieldset>
  )
}

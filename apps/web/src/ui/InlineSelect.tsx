import { ChevronDown } from 'lucide-react'
import { type ChoicesProps, toChosen } from './choices.ts'

/** A choice in a row, in the browser's own list: nothing is cut off at the edge of a dialog. */
export function InlineSelect<Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: ChoicesProps<Value>) {
  const choose = toChosen({ choices, onChoose })
  return (
    <div className="relative inline-flex items-center text-sm text-muted hover:text-text">
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => choose(target.value)}
        className="min-h-9 cursor-pointer appearance-none rounded-sm ps-2.5 pe-7 [field-sizing:content] hover:bg-hover pointer-coarse:min-h-11"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} className="bg-raised text-text">
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute end-2 size-4"
        strokeWidth={1.75}
      />
    </div>
  )
}

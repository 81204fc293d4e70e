import type { LucideIcon } from 'lucide-react'
import { type ChoicesProps, toChosen } from './choices.ts'

/** One of several in the browser's own list: nothing to load, and a sheet on phones. */
export function ChoiceSelect<Value extends string>({
  icon: Icon,
  label,
  value,
  choices,
  onChoose,
}: ChoicesProps<Value> & { icon: LucideIcon }) {
  const choose = toChosen({ choices, onChoose })
  return (
    <div className="relative inline-flex items-center text-sm text-muted hover:text-text">
      <Icon
        aria-hidden="true"
        className="pointer-events-none absolute start-2.5 size-4"
        strokeWidth={1.75}
      />
      <select
        aria-label={label}
        value={value}
        onChange={(event) => choose(event.target.value)}
        className="min-h-9 cursor-pointer appearance-none rounded-sm ps-8.5 pe-2.5 [field-sizing:content] hover:bg-hover pointer-coarse:min-h-11"
      >
        {choices.map((choice) => (
          <option
            key={choice.value}
            value={choice.value}
            lang={choice.lang}
            className="bg-raised text-text"
          >
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}

import { ChevronDown } from 'lucide-react'
import { classNames } from '../../ui/class-names.ts'
import { Menu, MenuChoices } from '../../ui/Menu.tsx'

/** The face of a chip, chosen or not. */
export function chipClass(isOn: boolean): string {
  return classNames(
    'inline-flex h-8 max-w-56 shrink-0 items-center gap-1.5 rounded-sm border px-3 text-sm font-medium transition-colors duration-[120ms] pointer-coarse:h-11',
    isOn
      ? 'border-transparent bg-accent-soft text-accent-ink'
      : 'border-line text-muted hover:bg-hover hover:text-text',
  )
}

/** A filter of which one value holds; the first choice is none of them. */
export function FilterChip({
  label,
  value,
  choices,
  onChoose,
}: {
  label: string
  value: string
  choices: readonly { value: string; label: string }[]
  onChoose: (value: string) => void
}) {
  const chosen = choices.find((choice) => choice.value === value)
  const isOn = chosen !== undefined && chosen !== choices[0]
  return (
    <Menu
      trigger={
        <button type="button" className={chipClass(isOn)}>
          <span className="truncate">{isOn ? `${label}: ${chosen.label}` : label}</span>
          <ChevronDown aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2} />
        </button>
      }
    >
      <MenuChoices label={label} value={value} choices={choices} onChoose={onChoose} closesMenu />
    </Menu>
  )
}

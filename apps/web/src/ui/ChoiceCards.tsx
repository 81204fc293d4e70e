import { RadioGroup } from 'radix-ui'
import { type Choice, type ChoicesProps, toChosen } from './choices.ts'

/** One of a few, each with a sentence about what it means. */
export function ChoiceCards<Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: Omit<ChoicesProps<Value>, 'choices'> & {
  choices: readonly (Choice<Value> & { text: string })[]
}) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={toChosen({ choices, onChoose })}
      className="border-t border-line"
    >
      {choices.map((choice) => (
        <RadioGroup.Item
          key={choice.value}
          value={choice.value}
          autoFocus={choice.value === value}
          // Each has its own line: in a form, fields that nobody sees stand between them.
          className="group flex w-full items-start gap-3 border-b border-line py-3 text-start"
        >
          <span
            aria-hidden="true"
            className="mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-full border border-faint group-data-[state=checked]:border-accent"
          >
            <RadioGroup.Indicator className="size-2.5 rounded-full bg-accent" />
          </span>
          <span className="min-w-0">
            <span className="block font-medium">{choice.label}</span>
            <span className="mt-0.5 block text-sm text-muted">{choice.text}</span>
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}

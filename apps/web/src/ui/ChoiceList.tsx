import { Check } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { type ChoicesProps, toChosen } from './choices.ts'

/** One of several, all in sight: a list of rows with a check. */
export function ChoiceList<Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: ChoicesProps<Value>) {
  return (
    <section className="rounded-lg border border-line bg-surface">
      <h2 className="px-4 pt-3.5 pb-1 text-xs font-medium text-muted">{label}</h2>
      <RadioGroup.Root
        aria-label={label}
        value={value}
        onValueChange={toChosen({ choices, onChoose })}
        className="flex flex-col pb-1.5"
      >
        {choices.map((choice) => (
          <RadioGroup.Item
            key={choice.value}
            value={choice.value}
            lang={choice.lang}
            className="mx-1.5 flex min-h-11 items-center rounded-sm px-2.5 text-start hover:bg-hover"
          >
            <span className="flex-1">{choice.label}</span>
            <RadioGroup.Indicator>
              <Check aria-hidden="true" className="size-4.5 text-accent" strokeWidth={2} />
            </RadioGroup.Indicator>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </section>
  )
}

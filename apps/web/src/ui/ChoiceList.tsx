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
    <section className="mt-9 first:mt-0">
      <h2 className="text-lg font-semibold tracking-[-0.01em]">{label}</h2>
      <RadioGroup.Root
        aria-label={label}
        value={value}
        onValueChange={toChosen({ choices, onChoose })}
        className="mt-3 divide-y divide-line border-y border-line"
      >
        {choices.map((choice) => (
          <RadioGroup.Item
            key={choice.value}
            value={choice.value}
            lang={choice.lang}
            className="flex min-h-11 w-full items-center text-start hover:text-accent-ink data-[state=checked]:font-medium"
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

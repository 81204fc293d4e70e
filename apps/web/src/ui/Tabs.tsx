import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

export interface Tab<Value extends string> {
  value: Value
  label: string
  content: ReactNode
}

/** Several pages in one place, of which one is seen; arrows go from one to the next. */
export function Tabs<Value extends string>({
  label,
  value,
  tabs,
  onChoose,
}: {
  label: string
  value: Value
  tabs: readonly Tab<Value>[]
  onChoose: (value: Value) => void
}) {
  return (
    <Primitive.Root
      value={value}
      onValueChange={(chosen) => {
        const tab = tabs.find((each) => each.value === chosen)
        if (tab) onChoose(tab.value)
      }}
    >
      <Primitive.List aria-label={label} className="flex gap-4 border-b border-line">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-9 border-transparent border-b-2 font-medium text-muted transition-colors duration-[120ms] hover:text-text data-[state=active]:border-accent data-[state=active]:text-text pointer-coarse:min-h-11"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="pt-4 outline-none">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}

export interface Choice<Value extends string> {
  value: Value
  label: string
  /** BCP 47, when the label is in another language than the page. */
  lang?: string
}

/** One of several, whatever it looks like. */
export interface ChoicesProps<Value extends string> {
  label: string
  value: Value
  choices: readonly Choice<Value>[]
  onChoose: (value: Value) => void
  /** In a menu: choosing closes it. It stays open otherwise, so that the effect can be seen. */
  closesMenu?: boolean
}

/** Radio groups tell the chosen value as plain text; only one of the choices is passed on. */
export function toChosen<Value extends string>({
  choices,
  onChoose,
}: Pick<ChoicesProps<Value>, 'choices' | 'onChoose'>): (chosen: string) => void {
  return (chosen) => {
    const choice = choices.find(({ value }) => value === chosen)
    if (choice) onChoose(choice.value)
  }
}

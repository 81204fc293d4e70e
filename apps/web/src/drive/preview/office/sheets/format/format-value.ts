import type { DateSystem } from '../serial-date.ts'
import { createDateWriter } from './format-date.ts'
import { createGeneral, createNumberWriter } from './format-number.ts'
import { type FormatSection, parseFormat } from './parse-format.ts'

/** Writes numbers by one format, as a person of this language would. */
export type ValueFormat = (value: number) => string

export function createFormat(code: string, tag: string, system: DateSystem = 1900): ValueFormat {
  const sections = parseFormat(code || 'General')
  const general = createGeneral(tag)
  const writers = new Map(
    sections.map((section) => [
      section,
      {
        // What no calendar has is shown as the number that it is.
        date: section.isDate ? createDateWriter(section.tokens, tag, system) : undefined,
        number: createNumberWriter(section.tokens, tag),
      },
    ]),
  )
  return (value) => {
    const { section, isSignShown } = choose(sections, value)
    const writer = section && writers.get(section)
    if (!writer || !Number.isFinite(value)) return general(value)
    if (writer.date) return writer.date(value) ?? general(value)
    return writer.number(Math.abs(value), isSignShown && value < 0 ? '-' : '')
  }
}

/** A section for numbers below zero brings its own sign, or brackets. */
function choose(
  sections: readonly FormatSection[],
  value: number,
): { section: FormatSection | undefined; isSignShown: boolean } {
  const [first, second, third] = sections
  const numeric = sections.slice(0, 3)
  if (numeric.some(({ condition }) => condition)) {
    const index = numeric.findIndex(
      ({ condition }) => condition === undefined || holds(condition, value),
    )
    const section = numeric[index]
    const isForBelow = section?.condition
      ? section.condition.operator.startsWith('<') && section.condition.value <= 0
      : index > 0 && value < 0
    return { section: section ?? first, isSignShown: !isForBelow }
  }
  if (value < 0 && second) return { section: second, isSignShown: false }
  if (value === 0 && third) return { section: third, isSignShown: false }
  return { section: first, isSignShown: true }
}

function holds({ operator, value }: { operator: string; value: number }, actual: number): boolean {
  switch (operator) {
    case '<':
      return actual < value
    case '<=':
      return actual <= value
    case '>':
      return actual > value
    case '>=':
      return actual >= value
    case '=':
      return actual === value
    default:
      return actual !== value
  }
}

import type { EnglishTexts as English } from './areas.ts'

export type TextKey = keyof English

/** The names in braces of a message: `{used} of {limit}` gives `used | limit`. */
type NamesIn<Message extends string> = Message extends `${string}{${infer Rest}`
  ? NameOf<Rest> | NamesIn<Rest>
  : never
type NameOf<Rest extends string> = Rest extends `${infer Inside}}${string}`
  ? Inside extends `${infer Name},${string}`
    ? Name
    : // What a plural shows (`# items`, `empty`) stands in braces too, but after another brace.
      Inside extends `${string} ${string}` | `#${string}` | PluralWord
      ? never
      : Inside
  : never
type PluralWord = 'empty'

export type ValueName<Key extends TextKey> = NamesIn<English[Key]>

/** The values a text needs: none, or exactly these. */
export type ValuesOf<Key extends TextKey> = [ValueName<Key>] extends [never]
  ? []
  : [values: Record<ValueName<Key>, string | number>]

/** Texts that need no values. */
export type PlainTextKey = {
  [Key in TextKey]: [ValueName<Key>] extends [never] ? Key : never
}[TextKey]

export type Translate = <Key extends TextKey>(key: Key, ...values: ValuesOf<Key>) => string

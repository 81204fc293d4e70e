import { classNames } from './class-names.ts'

/** The first letters of a name on a soft square, or nothing while the name is not known. */
export function Avatar({ name, large = false }: { name: string | undefined; large?: boolean }) {
  return (
    <span
      aria-hidden="true"
      // Drawn, not written: the name itself is said by whatever holds this.
      data-initials={initialsOf(name ?? '')}
      className={classNames(
        'inline-grid place-items-center rounded-full bg-violet-soft font-semibold text-violet uppercase before:content-[attr(data-initials)]',
        large ? 'size-14 text-lg' : 'size-9 text-sm',
      )}
    />
  )
}

/** `Rani Setia` gives RS, `王小明` gives 王: a Han or Hangul name is known by its first character. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = firstCharacter(words[0] ?? '')
  if (words.length < 2 || /[\p{Script=Han}\p{Script=Hangul}]/u.test(first)) return first
  return first + firstCharacter(words.at(-1) ?? '')
}

function firstCharacter(word: string): string {
  return [...word][0] ?? ''
}

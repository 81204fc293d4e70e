import { useState } from 'react'
import { classNames } from './class-names.ts'

const sizes = {
  normal: 'size-9 text-sm',
  large: 'size-14 text-lg',
  huge: 'size-20 text-2xl',
} as const

/**
 * A person's picture, or the first letters of the name on a soft round, or nothing while the name is
 * not known.
 */
export function Avatar({
  name,
  picture,
  size = 'normal',
}: {
  name: string | undefined
  picture?: string | undefined
  size?: keyof typeof sizes
}) {
  const [failed, setFailed] = useState<string>()
  const shape = classNames('shrink-0 rounded-full', sizes[size])
  if (picture !== undefined && picture !== failed) {
    return (
      <img
        src={picture}
        alt=""
        className={classNames(shape, 'bg-sunken object-cover')}
        // A picture that is gone leaves the letters.
        onError={() => setFailed(picture)}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      // Drawn, not written: the name itself is said by whatever holds this.
      data-initials={initialsOf(name ?? '')}
      className={classNames(
        shape,
        'inline-grid place-items-center bg-violet-soft font-semibold text-violet uppercase before:content-[attr(data-initials)]',
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

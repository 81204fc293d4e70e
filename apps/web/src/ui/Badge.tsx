import { classNames } from './class-names.ts'

const tones = {
  plain: 'bg-grey-soft text-grey',
  good: 'bg-accent-soft text-accent-ink',
  waiting: 'bg-amber-soft text-amber',
  bad: 'bg-red-soft text-red',
} as const

export type BadgeTone = keyof typeof tones

/** A word about the state of something. */
export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: string }) {
  return (
    <span
      className={classNames(
        'inline-block rounded-sm px-2 py-0.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}

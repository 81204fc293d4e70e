import type { Highlight } from '@awan/protocol/drive'
import { withoutTurns } from '../../i18n/without-turns.ts'
import { markParts } from './mark-parts.ts'

/** A text with what was looked for marked in it. */
export function Marked({ text, highlights }: { text: string; highlights: readonly Highlight[] }) {
  return markParts(text, highlights).map(({ text, isMarked, at }) =>
    isMarked ? (
      <mark key={at} className="rounded-[3px] bg-accent-soft text-accent-ink">
        {withoutTurns(text)}
      </mark>
    ) : (
      <span key={at}>{withoutTurns(text)}</span>
    ),
  )
}

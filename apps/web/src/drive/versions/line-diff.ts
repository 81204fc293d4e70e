import { diffArrays } from 'diff'

export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
  /** From one, in the text of before; undefined for an added line. */
  before: number | undefined
  /** From one, in the text of after; undefined for a removed line. */
  after: number | undefined
}

/** Lines that are the same, left out because nothing near them has changed. */
export interface Gap {
  kind: 'gap'
  count: number
}

/**
 * More edits than this are shown as one: everything between the first and the last is another text. The
 * search takes the square of their number: a tenth of a second for this many.
 */
const MOST_EDITS = 1_000

/** What became of a text, line by line, with the fewest lines added and removed. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, young] = [toLines(before), toLines(after)]
  const [start, end] = countSame(old, young)
  const middleOf = (lines: readonly string[]) => lines.slice(start, lines.length - end)
  const changes: Change[] = diffArrays(middleOf(old), middleOf(young), {
    maxEditLength: MOST_EDITS,
  }) ?? [
    { value: middleOf(old), removed: true },
    { value: middleOf(young), added: true },
  ]
  return withNumbers([
    { value: old.slice(0, start) },
    ...changes,
    { value: old.slice(old.length - end) },
  ])
}

/** More rows would keep the page from drawing, and the text may be somebody else's. */
const MOST_ROWS = 5_000

/** Whether a comparison is short enough to be drawn. */
export function isDrawable(lines: readonly DiffLine[]): boolean {
  return withGaps(lines).length <= MOST_ROWS
}

/** Only what has changed and a few lines around it. */
export function withGaps(lines: readonly DiffLine[], around = 3): (DiffLine | Gap)[] {
  const isNear = new Array<boolean>(lines.length).fill(false)
  lines.forEach(({ kind }, at) => {
    if (kind === 'same') return
    isNear.fill(true, Math.max(0, at - around), at + around + 1)
  })
  const shown: (DiffLine | Gap)[] = []
  lines.forEach((line, at) => {
    const last = shown.at(-1)
    if (isNear[at]) shown.push(line)
    else if (last?.kind === 'gap') last.count += 1
    else shown.push({ kind: 'gap', count: 1 })
  })
  return shown
}

/** A line feed at the end ends the last line and does not begin another. */
function toLines(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** How many lines are the same at the start, and how many of the others at the end. */
function countSame(old: readonly string[], young: readonly string[]): [start: number, end: number] {
  const most = Math.min(old.length, young.length)
  let start = 0
  while (start < most && old[start] === young[start]) start += 1
  let end = 0
  while (end < most - start && old.at(-1 - end) === young.at(-1 - end)) end += 1
  return [start, end]
}

interface Change {
  value: readonly string[]
  added?: boolean
  removed?: boolean
}

function withNumbers(changes: readonly Change[]): DiffLine[] {
  let [before, after] = [0, 0]
  return changes.flatMap(({ value, added, removed }) =>
    value.map((text): DiffLine => {
      if (!added) before += 1
      if (!removed) after += 1
      if (added) return { kind: 'added', text, before: undefined, after }
      if (removed) return { kind: 'removed', text, before, after: undefined }
      return { kind: 'same', text, before, after }
    }),
  )
}

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

/** More differences than this are told as one: everything between the first and the last is another text. */
const MOST_EDITS = 1_000

/**
 * What became of a text, line by line. The fewest lines that had to be added and removed, found by
 * Myers' greedy search: for each number of edits it keeps how far one comes on each diagonal of the
 * grid of both texts.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, young] = [toLines(before), toLines(after)]
  let start = 0
  while (start < old.length && start < young.length && old[start] === young[start]) start += 1
  let end = 0
  while (
    end < old.length - start &&
    end < young.length - start &&
    old[old.length - 1 - end] === young[young.length - 1 - end]
  ) {
    end += 1
  }
  const lines: DiffLine[] = []
  const same = (at: number, to: number) =>
    lines.push({ kind: 'same', text: old[at] ?? '', before: at + 1, after: to + 1 })
  const remove = (at: number) =>
    lines.push({ kind: 'removed', text: old[at] ?? '', before: at + 1, after: undefined })
  const add = (to: number) =>
    lines.push({ kind: 'added', text: young[to] ?? '', before: undefined, after: to + 1 })

  for (let at = 0; at < start; at += 1) same(at, at)
  const middle = [
    old.slice(start, old.length - end),
    young.slice(start, young.length - end),
  ] as const
  for (const step of findPath(...middle)) {
    if (step.kind === 'same') same(start + step.before, start + step.after)
    else if (step.kind === 'removed') remove(start + step.before)
    else add(start + step.after)
  }
  for (let at = end; at > 0; at -= 1) same(old.length - at, young.length - at)
  return lines
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

interface Step {
  kind: DiffLine['kind']
  before: number
  after: number
}

function findPath(old: readonly string[], young: readonly string[]): Step[] {
  const reaches = search(old, young)
  if (reaches === undefined) {
    return [
      ...old.map((_, before): Step => ({ kind: 'removed', before, after: 0 })),
      ...young.map((_, after): Step => ({ kind: 'added', before: 0, after })),
    ]
  }
  const steps: Step[] = []
  let [x, y] = [old.length, young.length]
  for (let edits = reaches.length - 1; edits >= 0; edits -= 1) {
    const k = x - y
    const [fromX, fromY] =
      edits === 0 ? [0, 0] : comeFrom(reaches[edits - 1] ?? new Map(), k, edits)
    // The way back along what is the same, to where this edit led.
    while (x > fromX && y > fromY) {
      x -= 1
      y -= 1
      steps.push({ kind: 'same', before: x, after: y })
    }
    if (edits === 0) break
    if (x === fromX) steps.push({ kind: 'added', before: x, after: fromY })
    else steps.push({ kind: 'removed', before: fromX, after: y })
    ;[x, y] = [fromX, fromY]
  }
  return steps.reverse()
}

/** How far one comes on each diagonal, for each number of edits; undefined when it takes too many. */
function search(
  old: readonly string[],
  young: readonly string[],
): Map<number, number>[] | undefined {
  const reaches: Map<number, number>[] = []
  for (let edits = 0; edits <= MOST_EDITS; edits += 1) {
    const before = reaches.at(-1) ?? new Map<number, number>()
    const reach = new Map<number, number>()
    for (let k = -edits; k <= edits; k += 2) {
      let x = edits === 0 ? 0 : firstX(before, k, edits)
      while (x < old.length && x - k < young.length && old[x] === young[x - k]) x += 1
      reach.set(k, x)
      if (x >= old.length && x - k >= young.length) return [...reaches, reach]
    }
    reaches.push(reach)
  }
  return undefined
}

/** Down from the diagonal above, which adds a line, or right from the one below, which removes one. */
function isDown(before: ReadonlyMap<number, number>, k: number, edits: number): boolean {
  return k === -edits || (k !== edits && (before.get(k - 1) ?? 0) < (before.get(k + 1) ?? 0))
}

function firstX(before: ReadonlyMap<number, number>, k: number, edits: number): number {
  return isDown(before, k, edits) ? (before.get(k + 1) ?? 0) : (before.get(k - 1) ?? 0) + 1
}

function comeFrom(
  before: ReadonlyMap<number, number>,
  k: number,
  edits: number,
): [x: number, y: number] {
  const from = isDown(before, k, edits) ? k + 1 : k - 1
  const x = before.get(from) ?? 0
  return [x, x - from]
}

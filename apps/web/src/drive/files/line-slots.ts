/** What draws each line: elements are numbered, and go from a line that has left to one that comes. */
export interface LineSlots {
  /** By line, in the order of lines. */
  readonly slots: ReadonlyMap<number, number>
  /** The lines whose elements are never another line's. */
  readonly held: readonly number[]
}

export const noSlots: LineSlots = { slots: new Map(), held: [] }

/**
 * Gives a slot to each line in view, and to those that are held wherever they are. Who stays keeps it; who
 * comes takes one that has become free. What was held may have the focus or be under a pointer: its
 * elements go with it, so that nothing is told to a line that was meant for another.
 */
export function giveSlots(
  before: LineSlots,
  { first, last }: { first: number; last: number },
  held: readonly number[],
): LineSlots {
  const lines = drawnLines(first, last, held)
  const free = freeSlots(before, new Set(lines))
  const taken = new Set(before.slots.values())
  const slots = new Map<number, number>()
  for (const line of lines) {
    const slot = before.slots.get(line) ?? free.shift() ?? firstMissing(taken)
    taken.add(slot)
    slots.set(line, slot)
  }
  return { slots, held }
}

function drawnLines(first: number, last: number, held: readonly number[]): number[] {
  const inView = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const outside = new Set(held.filter((line) => line < first || line > last))
  return [...outside, ...inView].sort((a, b) => a - b)
}

function freeSlots({ slots, held }: LineSlots, lines: ReadonlySet<number>): number[] {
  return [...slots]
    .filter(([line]) => !lines.has(line) && !held.includes(line))
    .map(([, slot]) => slot)
}

function firstMissing(taken: ReadonlySet<number>): number {
  let slot = 0
  while (taken.has(slot)) slot++
  return slot
}

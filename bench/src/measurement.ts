/** One figure of a run. A figure alone says little here: `floor` is measured beside it, in this run. */
export interface Figure {
  what: string
  /** Which server: ours, or the peer that was named on the command line. */
  target: string
  value: number
  unit: string
  /** The least that the machine allows, or a peer: what it is, and its figure in the same unit. */
  floor?: Floor
  asked?: Asked
  /** Whether more is better (rates) or less (times, bytes). */
  better: 'more' | 'less'
}

export interface Floor {
  what: string
  /** Undefined where the machine does not have it. */
  value: number | undefined
}

/** What the figure has to reach: by itself, or as its ratio to what is beside it. */
export type Asked = { of: 'value' | 'ratio' } & ({ atLeast: number } | { atMost: number })

/** Undefined where there is nothing to compare with. */
export function isHeld({ value, floor, asked }: Figure): boolean | undefined {
  if (!asked) return undefined
  const judged = asked.of === 'value' ? value : toRatio(value, floor)
  if (judged === undefined) return undefined
  return 'atLeast' in asked ? judged >= asked.atLeast : judged <= asked.atMost
}

export function toRatio(value: number, floor: Floor | undefined): number | undefined {
  return floor?.value === undefined ? undefined : value / floor.value
}

/** A server to measure. */
export interface Target {
  name: string
  url: string
  /** Bytes that its process has caused to be written to disk so far, where we started it. */
  writtenBytes?: () => Promise<number>
}

export interface Measurement {
  name: string
  summary: string
  /**
   * `targets` are already up; a measurement that starts servers itself ignores them. `parts` are those that
   * were asked for by name, where it has some; none means all. `scale` is what is left of every size and number in a
   * short form, which shows that a measurement works; 1 is all of it.
   */
  run(
    targets: readonly Target[],
    repeat: number,
    parts: readonly string[],
    scale: number,
  ): Promise<Figure[]>
  startsServersItself?: boolean
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]]
  if (low === undefined || high === undefined) throw new Error('no values to take a median of')
  return (low + high) / 2
}

/** One figure of a run. A figure alone says little here: `floor` is measured beside it, in this run. */
export interface Figure {
  what: string
  /** Which server: ours, or the peer that was named on the command line. */
  target: string
  value: number
  unit: string
  /** The least that the machine allows, or a peer: what it is, and its figure in the same unit. */
  floor?: { what: string; value: number }
  /** Whether more is better (rates) or less (times, bytes). */
  better: 'more' | 'less'
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
  /** `targets` are already up; a measurement that starts servers itself ignores them. */
  run(targets: readonly Target[], repeat: number): Promise<Figure[]>
  startsServersItself?: boolean
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]]
  if (low === undefined || high === undefined) throw new Error('no values to take a median of')
  return (low + high) / 2
}

/** The same numbers for the same seed (mulberry32), from zero to below one. */
export type Chance = () => number

export function createChance(seed: number): Chance {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<T>(chance: Chance, from: readonly T[]): T | undefined {
  return from[Math.floor(chance() * from.length)]
}

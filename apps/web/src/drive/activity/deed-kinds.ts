import type { DeedKind } from '@awan/protocol/drive'

/** In the order in which they are offered. */
export const deedKinds = [
  'added',
  'edited',
  'moved',
  'removed',
] as const satisfies readonly DeedKind[]

export interface DeedSearch {
  kind?: DeedKind | undefined
}

/** The kind that an address asks for. */
export function readDeedSearch({ kind }: Record<string, unknown>): DeedSearch {
  const known = deedKinds.find((each) => each === kind)
  return known === undefined ? {} : { kind: known }
}

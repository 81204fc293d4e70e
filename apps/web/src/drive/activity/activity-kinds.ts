import type { ActionKind } from '@awan/protocol/drive'

/** In the order in which they are offered. */
export const actionKinds = [
  'added',
  'edited',
  'moved',
  'removed',
] as const satisfies readonly ActionKind[]

export interface ActivitySearch {
  kind?: ActionKind | undefined
}

/** The kind that an address asks for. */
export function readActivitySearch({ kind }: Record<string, unknown>): ActivitySearch {
  const known = actionKinds.find((each) => each === kind)
  return known === undefined ? {} : { kind: known }
}

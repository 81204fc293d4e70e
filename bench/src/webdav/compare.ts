import { type Asked, type Figure, median } from '../measurement.ts'
import { type DavServer, type DavServers, type PeerKind, serversOf } from './dav-server.ts'

/** One figure that each server gets. */
export interface Compared {
  what: string
  unit: string
  better: Figure['better']
  /** The name of a server then says whether it syncs to disk before it answers. */
  isWriting?: boolean
  asked?: Partial<Record<PeerKind, Asked>>
}

/** Measures all servers in turn, round by round, so that they find the machine alike: a figure of ours beside each other one. */
export async function compare(
  servers: DavServers,
  { rounds, warmUps = 0 }: { rounds: number; warmUps?: number },
  compared: readonly Compared[],
  measure: (server: DavServer, round: number) => Promise<readonly number[]>,
): Promise<Figure[]> {
  const all = serversOf(servers)
  const taken = new Map(all.map((server) => [server, compared.map((): number[] => [])]))
  for (let round = 0; round < warmUps + rounds; round++) {
    for (const server of all) {
      const values = await measure(server, round)
      if (round < warmUps) continue
      for (const [at, value] of values.entries()) taken.get(server)?.[at]?.push(value)
    }
  }
  return compared.flatMap((one, at) =>
    toFigures(servers, one, (server) => median(taken.get(server)?.[at] ?? [])),
  )
}

/** Rows of ours beside each of the others. */
export function toFigures(
  { ours, peers }: DavServers,
  { asked = {}, isWriting = false, ...figure }: Compared,
  figureOf: (server: DavServer) => number,
): Figure[] {
  return peers.map(({ kind, server }) => ({
    ...figure,
    target: nameOf(ours, isWriting),
    value: figureOf(ours),
    floor: {
      what: server ? nameOf(server, isWriting) : kind,
      value: server && figureOf(server),
    },
    ...(asked[kind] && { asked: asked[kind] }),
  }))
}

export function nameOf({ name, isSynced }: DavServer, isWriting: boolean): string {
  return isWriting ? `${name}, ${isSynced ? 'synced' : 'not synced'}` : name
}

import type { SearchMatch } from '@awan/protocol/drive'
import type { Reader } from '../../db/database.ts'
import type { NodeAlias } from '../access/aliases.ts'
import { toSearchName } from '../nodes/search-name.ts'
import { type Candidate, findCandidates, type Narrowing } from './search.store.ts'
import { matchName, type NameMatch, type SearchQuery } from './search-query.ts'
import {
  byTime,
  isBefore,
  parseTimePosition,
  type Stage,
  type StageOpener,
  toTimePosition,
} from './stage.ts'

/** Of a stage with names that people have given to what is shared with them. */
export const ALIAS = '~'

/** A node that is found by the name that its person gave it. */
export interface Named extends NodeAlias {
  match: NameMatch
}

/** Those of some aliases that have what is looked for. */
export function matchAliases(aliases: readonly NodeAlias[], query: SearchQuery): Named[] {
  return aliases.flatMap((one) => {
    const match = matchName(toNamed(one.alias), query)
    return match ? [{ ...one, match }] : []
  })
}

/** Nodes of one drive whose alias matches better than their name, by their ids. */
export async function findBetterNamed(
  reader: Reader,
  narrowing: Narrowing,
  named: readonly Named[],
  query: SearchQuery,
): Promise<Map<string, Candidate>> {
  const byNode = new Map(named.map((one) => [one.nodeId, one]))
  if (byNode.size === 0) return new Map()
  const nodes = await findCandidates(reader, narrowing, [...byNode.keys()])
  return new Map(
    nodes.flatMap((node) => {
      const one = byNode.get(node.id)
      const isBetter = one && rankOf(one.match) < rankOf(matchName(node, query))
      return isBetter ? [[node.id, { ...node, ...toNamed(one.alias) }]] : []
    }),
  )
}

export function aliasStage(
  round: SearchMatch | 'latest',
  candidates: Iterable<Candidate>,
  query: SearchQuery | undefined,
): StageOpener {
  const all = [...candidates]
    .filter((candidate) => query && matchName(candidate, query) === round)
    .sort(byTime)
  const stage: Stage = {
    name: round + ALIAS,
    async read(after, size) {
      const key = parseTimePosition(after)
      const left = key ? all.filter((one) => isBefore(one, key)) : all
      const some = left.slice(0, size)
      const last = left.length > size ? some.at(-1) : undefined
      return {
        found: some.map((candidate) => ({ candidate, position: toTimePosition(candidate) })),
        next: last && toTimePosition(last),
      }
    },
  }
  return { names: [stage.name], open: async () => stage }
}

function toNamed(alias: string): { alias: string; search_name: string } {
  return { alias, search_name: toSearchName('file', alias) }
}

/** The best first. */
export const NAME_MATCHES: readonly NameMatch[] = ['exact', 'start', 'word', 'inside']

/** What does not match comes behind all that does. */
function rankOf(match: NameMatch | undefined): number {
  return match === undefined ? NAME_MATCHES.length : NAME_MATCHES.indexOf(match)
}

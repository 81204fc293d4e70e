import type { Endpoint } from '@awan/protocol'
import type { RateLimit, Route } from '../../http/route.ts'

/** How many calls of a kind a person may make in a minute, at each process. */
export interface CallsPerMinute {
  write: number
  search: number
  link: number
  zip: number
}

/** Generous: none is met by a person, nor by a client that does as fast as it can what it was asked to. */
export const USUAL_CALLS: CallsPerMinute = { write: 120_000, search: 1200, link: 1200, zip: 120 }

/**
 * Bounds what one person can make the server do. All calls of a kind are counted together, in memory: a
 * count in the database would cost as much as many of the calls that it counts (decision 008).
 */
export function limitCalls(
  routes: readonly Route[],
  perMinute: CallsPerMinute = USUAL_CALLS,
): Route[] {
  return routes.map((route) => {
    const kind = kindOf(route)
    if (!kind) return route
    const limit: RateLimit = {
      by: 'user',
      points: perMinute[kind],
      perSeconds: 60,
      isLocal: true,
      together: `drive ${kind}`,
    }
    const limits = [...(route.requires.limits ?? []), limit]
    return { ...route, requires: { ...route.requires, limits } }
  })
}

/** What needs no user is bounded by the link that opens it. */
function kindOf({ endpoint, requires }: Route): keyof CallsPerMinute | undefined {
  if (requires.scope === undefined) return undefined
  const last = endpoint.path.slice(endpoint.path.lastIndexOf('/') + 1)
  if (SEARCHING.has(last)) return 'search'
  if (LISTING_ALL.has(last)) return 'zip'
  if (last === 'link') return 'link'
  return READING.has(endpoint.method) ? undefined : 'write'
}

const SEARCHING: ReadonlySet<string> = new Set(['search', 'search:count', 'search:everywhere'])

/** Each goes through the list of all that is in the folders, or in the archive, that it takes. */
const LISTING_ALL: ReadonlySet<string> = new Set(['files:zip', 'files:compress', 'extract'])

const READING = new Set<Endpoint['method']>(['GET'])

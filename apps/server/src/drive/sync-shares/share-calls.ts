import { ServiceError } from '@awan/protocol/errors'
import type { FastifyRequest } from 'fastify'
import { type CallsPerMinute, USUAL_CALLS } from '../limits/limit-calls.ts'
import type { DavCaller, DavGuards } from '../webdav/dav-caller.ts'
import type { OcsShare } from './describe-shares.ts'
import { readForm, readQuery } from './share-form.ts'
import type { FindSharees, FoundSharees, Sharee } from './sharees.ts'
import type { SyncShares } from './sync-shares.ts'

type Json = null | string | number | boolean | readonly Json[] | { [name: string]: Json }
type Call = (caller: DavCaller, request: FastifyRequest) => Promise<Json>

const SHARES = /^apps\/files_sharing\/api\/v1\/shares(?:\/(\d{1,10}))?$/
const SHAREES = 'apps/files_sharing/api/v1/sharees'
const MAX_SHAREES = 50

/** The calls of a path, by their methods; undefined for a path of something else. */
export type FindShareCalls = (path: string) => Record<string, Call> | undefined

export function createShareCalls(
  { syncShares, findSharees }: { syncShares: SyncShares; findSharees: FindSharees },
  guards: Pick<DavGuards, 'takePoint'>,
  { write }: Pick<CallsPerMinute, 'write'> = USUAL_CALLS,
): FindShareCalls {
  const changing =
    (call: Call): Call =>
    async (caller, request) => {
      await guards.takePoint(`drive write user ${caller.person.sub}`, {
        points: write,
        perSeconds: 60,
        isLocal: true,
      })
      return call(caller, request)
    }

  const all: Record<string, Call> = {
    GET: async (caller, request) => syncShares.list(caller, readQuery(request)),
    POST: changing(async (caller, request) => syncShares.create(caller, await readForm(request))),
  }

  const one = (number: number): Record<string, Call> => ({
    // A list of one, as the protocol has it.
    GET: async (caller): Promise<OcsShare[]> => [await syncShares.get(caller, number)],
    PUT: changing(async (caller, request) =>
      syncShares.change(caller, number, await readForm(request)),
    ),
    DELETE: changing(async (caller) => {
      await syncShares.end(caller, number)
      return []
    }),
  })

  const sharees: Record<string, Call> = {
    async GET(caller, request) {
      const query = readQuery(request)
      const most = query.number('perPage') ?? MAX_SHAREES
      const isFirst = (query.number('page') ?? 1) <= 1
      const limit = isFirst ? Math.min(most, MAX_SHAREES) : 0
      const search = query.text('search') ?? ''
      if (search.length > MAX_SEARCH_LENGTH) {
        throw new ServiceError('invalid_argument', {
          description: `search has at most ${MAX_SEARCH_LENGTH} characters`,
        })
      }
      // All there are, are on the first page.
      if (limit === 0) return toSharees(NOBODY)
      return toSharees(await findSharees(caller, { search, limit }))
    },
  }

  return (path) => {
    if (path === SHAREES) return sharees
    const [whole, digits] = SHARES.exec(path) ?? []
    if (whole === undefined) return undefined
    return digits === undefined ? all : one(Number(digits))
  }
}

const MAX_SEARCH_LENGTH = 254

const NOBODY: FoundSharees = {
  exact: { users: [], groups: [], emails: [], remotes: [] },
  found: { users: [], groups: [], emails: [], remotes: [] },
}

/** With a list for every kind that some client reads without asking whether it is there. */
function toSharees({ exact, found }: FoundSharees): Json {
  const others: Record<string, Sharee[]> = { remote_groups: [], circles: [], rooms: [], lookup: [] }
  return {
    exact: { ...exact, ...others },
    ...found,
    ...others,
    lookupEnabled: false,
  }
}

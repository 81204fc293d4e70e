import type { QueryResult } from 'kysely'

/** A stream would hold a connection for as long as its reader likes. */
// biome-ignore lint/correctness/useYield: a refusal has nothing to give
export async function* refuseToStream<R>(): AsyncIterableIterator<QueryResult<R>> {
  throw new Error('Rows are not streamed: page through them by key')
}

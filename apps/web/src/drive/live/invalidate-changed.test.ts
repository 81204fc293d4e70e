import type { Change, File } from '@awan/protocol/drive'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { invalidateChanged, invalidateOverall } from './invalidate-changed.ts'

function changed(kind: File['kind'], id: string, parent_id: string): Change {
  return { id, seq: 1, file: { id, kind, parent_id } as File }
}

/** Fills the query cache, runs the function, and returns the invalidated queries. */
async function outdatedAfter(act: (queries: QueryClient) => Promise<void>): Promise<string[]> {
  const queries = new QueryClient()
  queries.setQueryData(['drive', 'about'], { quota_usage: 1 })
  queries.setQueryData(['drive', 'tags'], { tags: [] })
  queries.setQueryData(['drive', 'folder', 'alps'], { ancestors: [{ id: 'top' }, { id: 'trips' }] })
  queries.setQueryData(['drive', 'tree', 'root'], { pages: [{ files: [{ id: 'trips' }] }] })
  queries.setQueryData(['drive', 'tree', 'trips'], { pages: [{ files: [{ id: 'alps' }] }] })
  queries.setQueryData(['drive', 'versions', 'note'], [])
  queries.setQueryData(['shared', 'by-me'], { pages: [] })
  queries.setQueryData(['me'], { id: 'note' })
  await act(queries)
  return queries
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.isInvalidated })
    .map(({ queryKey }) => queryKey.join(' '))
}

test('a changed file invalidates its own queries and not the folder tree', async () => {
  const changes = [changed('file', 'note', 'trips')]
  expect(await outdatedAfter((queries) => invalidateChanged(queries, changes))).toEqual([
    'drive folder alps',
    'drive versions note',
  ])
})

test('a changed folder invalidates its path and the trees that may show it', async () => {
  const changes = [changed('folder', 'alps', 'trips')]
  expect(await outdatedAfter((queries) => invalidateChanged(queries, changes))).toEqual([
    'drive folder alps',
    'drive tree root',
    'drive tree trips',
  ])
})

test('a deleted folder invalidates every query that shows it', async () => {
  const changes: Change[] = [{ id: 'trips', seq: 1, deleted: true }]
  expect(await outdatedAfter((queries) => invalidateChanged(queries, changes))).toEqual([
    'drive folder alps',
    'drive tree root',
    'drive tree trips',
  ])
})

test('usage, tags and shares of the whole drive are invalidated separately', async () => {
  expect(await outdatedAfter(invalidateOverall)).toEqual([
    'drive about',
    'drive tags',
    'shared by-me',
  ])
})

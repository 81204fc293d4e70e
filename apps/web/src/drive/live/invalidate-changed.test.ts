import type { Change, File } from '@awan/protocol/drive'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { invalidateChanged, invalidateOverall } from './invalidate-changed.ts'

function changed(kind: File['kind'], id: string, parent_id: string): Change {
  return { id, seq: 1, file: { id, kind, parent_id } as File }
}

/** What was asked for, with what it was told; then the questions that are to be asked again. */
async function outdatedAfter(act: (queries: QueryClient) => Promise<void>): Promise<string[]> {
  const queries = new QueryClient()
  queries.setQueryData(['drive', 'about'], { quota_usage: 1 })
  queries.setQueryData(['drive', 'tags'], { tags: [] })
  queries.setQueryData(['drive', 'folder', 'alps'], { ancestors: [{ id: 'top' }, { id: 'trips' }] })
  queries.setQueryData(['drive', 'tree', 'root'], { pages: [{ files: [{ id: 'trips' }] }] })
  queries.setQueryData(['drive', 'tree', 'trips'], { pages: [{ files: [{ id: 'alps' }] }] })
  queries.setQueryData(['drive', 'versions', 'note'], [])
  queries.setQueryData(['me'], { id: 'note' })
  await act(queries)
  return queries
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.isInvalidated })
    .map(({ queryKey }) => queryKey.join(' '))
}

test('a file asks again for what was told of itself, and leaves the tree of folders alone', async () => {
  const changes = [changed('file', 'note', 'trips')]
  expect(await outdatedAfter((queries) => invalidateChanged(queries, changes))).toEqual([
    'drive folder alps',
    'drive versions note',
  ])
})

test('a folder asks again for the way through it, and for the trees that it is or may be in', async () => {
  const changes = [changed('folder', 'alps', 'trips')]
  expect(await outdatedAfter((queries) => invalidateChanged(queries, changes))).toEqual([
    'drive folder alps',
    'drive tree root',
    'drive tree trips',
  ])
})

test('what is gone for good is looked for wherever it was told of', async () => {
  const changes: Change[] = [{ id: 'trips', seq: 1, deleted: true }]
  expect(await outdatedAfter((queries) => invalidateChanged(queries, changes))).toEqual([
    'drive folder alps',
    'drive tree root',
    'drive tree trips',
  ])
})

test('figures over the whole drive are asked for by themselves', async () => {
  expect(await outdatedAfter(invalidateOverall)).toEqual(['drive about', 'drive tags'])
})

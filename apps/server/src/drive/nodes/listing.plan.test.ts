import type { ListOrder } from '@awan/protocol/drive'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { createCompilingReader } from '../../db/handle.ts'
import { onEachExplainedDatabase } from '../../db/testing-plans.ts'
import { joinDrive } from '../testing.ts'
import { keyQuery, type ListKey, type ListRange, rangeQuery } from './listing.store.ts'
import { byName, type Listing } from './listing.ts'
import { insertManyFiles } from './testing.ts'

/** What PostgreSQL does depends on how much there is; SQLite plans by the indexes alone. */
const FILES = { sqlite: 5_000, postgres: 100_000 }
const PAGE = 200
const ORDERS: readonly ListOrder[] = ['name', 'size', 'modified', 'created', 'type']
const INDEXES = {
  name: 'nodes_listing',
  size: 'nodes_by_size',
  modified: 'nodes_by_modified',
  created: 'nodes_by_created',
  type: 'nodes_by_type',
} satisfies Record<ListOrder, string>

onEachExplainedDatabase((open, kind) => {
  test('in a large folder, the first and a late page of every order each read one range of one index', async () => {
    const { db, explain, analyze } = await open()
    const { drives, nodes } = joinDrive(db, createMemoryBlobStore())
    const drive = await drives.of('ana')
    await insertManyFiles(db, drive, FILES[kind])
    await analyze()
    const reader = createCompilingReader(kind)
    for (const orderBy of ORDERS) {
      for (const direction of ['asc', 'desc'] as const) {
        const listing: Listing = { ...byName, orderBy, direction }
        const range: ListRange = {
          ...listing,
          driveId: drive.id,
          folderId: drive.root_id,
          section: 'file',
          viewer: 'ana',
        }
        const pages = [undefined, farKey(orderBy, direction)]
        for (const after of pages) {
          const name = `${orderBy} ${direction} ${after ? 'far' : 'first'}`
          const page = rangeQuery(reader, range, { after, until: undefined }).limit(PAGE)
          const cost = await explain(page.compile(), 'nodes')
          expect(cost.excess, name).toEqual([])
          expect(cost.ranges[0], name).toContain(INDEXES[orderBy])
          if (after) expect(cost.ranges[0], name).toMatch(/sort_key\W*[<>]/)
          // A second bound at one end shows in no plan, and SQLite may begin at the farther one.
          const bounds = page.compile().sql.match(/"sort_key" [<>]/g) ?? []
          if (orderBy === 'name') expect(bounds, name).toHaveLength(2)
          if (cost.touched !== undefined) expect(cost.touched, name).toBeLessThanOrEqual(PAGE)
          const ahead = await explain(
            keyQuery(reader, range, after).limit(1).offset(50).compile(),
            'nodes',
          )
          expect(ahead.excess, name).toEqual([])
        }
      }
    }
    // The keys are of this folder: a page from there is full.
    const { nodes: listed } = await nodes.list('ana', 'root', { size: PAGE, token: undefined })
    expect(listed).toHaveLength(PAGE)
  })
})

onEachExplainedDatabase((open, kind) => {
  test('a few system files are found in every order without passing the other files', async () => {
    const { db, explain, analyze } = await open()
    const { drives } = joinDrive(db, createMemoryBlobStore())
    const drive = await drives.of('ana')
    await insertManyFiles(db, drive, FILES[kind])
    await db.write((writer) =>
      writer
        .updateTable('nodes')
        .set({ sort_key: sql<string>`'2' || substr(sort_key, 2)` })
        .where('id', 'in', ['m1000007', 'm1002000'])
        .execute(),
    )
    await analyze()
    const reader = createCompilingReader(kind)
    for (const orderBy of ORDERS) {
      for (const after of [undefined, farKey(orderBy, 'asc')]) {
        const range: ListRange = {
          ...byName,
          orderBy,
          driveId: drive.id,
          folderId: drive.root_id,
          section: 'systemFile',
          viewer: 'ana',
        }
        const page = rangeQuery(reader, range, { after, until: undefined }).limit(PAGE)
        const cost = await explain(page.compile(), 'nodes')
        expect(cost.ranges[0], orderBy).toContain(INDEXES.name)
        if (cost.touched !== undefined) expect(cost.touched, orderBy).toBeLessThanOrEqual(2)
      }
    }
  })
})

/** A place near the end of the listing: where page 400 of 500 begins. */
function farKey(orderBy: ListOrder, direction: 'asc' | 'desc'): ListKey {
  const n = direction === 'asc' ? 1_080_000 : 1_020_000
  const share = direction === 'asc' ? 0.8 : 0.2
  const value = {
    name: null,
    size: Math.round(5000 * share),
    created: Math.round(1000 * share),
    modified: Math.round(700 * share),
    type: direction === 'asc' ? 't6' : 't12',
  }[orderBy]
  return { value, name: `hay ${n}\u0001` }
}

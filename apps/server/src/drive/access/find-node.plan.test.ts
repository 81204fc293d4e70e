import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { Database } from '../../db/database.ts'
import { createCompilingReader } from '../../db/handle.ts'
import { onEachExplainedDatabase } from '../../db/testing-plans.ts'
import { insertManyFiles } from '../nodes/testing.ts'
import { joinDrive } from '../testing.ts'
import { nodeByNumber, othersBelow } from './find-node.store.ts'
import { grantsForQuery } from './grants.store.ts'

onEachExplainedDatabase((open, kind) => {
  test('a node is found by its number in an index', async () => {
    const { db, explain, analyze } = await open()
    const { drives } = joinDrive(db, createMemoryBlobStore())
    const drive = await drives.of('ana')
    await insertManyFiles(db, drive, 2_000)
    await analyze()
    const reader = createCompilingReader(kind)
    const found = await explain(nodeByNumber(reader, drive.id, 1_000_500).compile(), 'nodes')
    expect(found.ranges[0]).toContain('nodes_by_number')
  })

  test('whether others have made something in a folder is looked for in it alone, whatever else the drive holds', async () => {
    const { db, explain, analyze } = await open()
    const { drives } = joinDrive(db, createMemoryBlobStore())
    const drive = await drives.of('ana')
    await insertManyFiles(db, drive, 2_000)
    await analyze()
    const folder = { drive_id: drive.id, id: 'm1000500' }
    const query = othersBelow(createCompilingReader(kind), folder, 'ben')
    const { ranges, touched } = await explain(query.compile(), 'nodes')
    if (touched === undefined) {
      expect(ranges).toHaveLength(2)
      for (const range of ranges) expect(range).toContain('(drive_id=? AND parent_id=?)')
    } else expect(touched).toBeLessThan(10)
  })

  test('the grants of a member are found by whom they are for, whatever else the drive holds', async () => {
    const { db, explain, analyze } = await open()
    const { drives } = joinDrive(db, createMemoryBlobStore())
    const drive = await drives.of('ana')
    await insertManyFiles(db, drive, 2_000)
    await plantGrants(db, drive.id)
    await analyze()
    const reader = createCompilingReader(kind)
    const grantees = ['person:p7', 'email:p7@example.org']
    const query = grantsForQuery(reader, { driveId: drive.id, now: 1 }, grantees)
    const { ranges, touched } = await explain(query.compile(), 'grants')
    if (touched === undefined) expect(ranges[0]).toContain('grants_by_grantee')
    else expect(touched).toBe(20)
  })
})

/** One on each of many files, for a hundred people in turn. */
function plantGrants(db: Database, driveId: string): Promise<void> {
  return db.write(async (writer) => {
    const files = await writer
      .selectFrom('nodes')
      .select('id')
      .where('drive_id', '=', driveId)
      .where('kind', '=', 'file')
      .execute()
    const rows = files.map(({ id }, at) => ({
      drive_id: driveId,
      id: `grant${at}`,
      node_id: id,
      grantee: `person:p${at % 100}`,
      role: 'viewer' as const,
      created_by: 'ana',
      created_at: 1,
      expires_at: null,
      note: null,
      epoch: 1,
    }))
    for (let at = 0; at < rows.length; at += 500) {
      await writer
        .insertInto('grants')
        .values(rows.slice(at, at + 500))
        .execute()
    }
  })
}

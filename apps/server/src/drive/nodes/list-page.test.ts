import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { systemRandom } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import { createGrants } from '../access/grants.ts'
import { joinDrive } from '../testing.ts'
import { byName } from './listing.ts'
import { createNodes } from './nodes.ts'
import { insertManyFiles } from './testing.ts'

const PAGE = { size: 50, token: undefined }

onEachDatabase((openDatabase) => {
  /** Ana's drive, and which reads of it keep others waiting. */
  async function open() {
    const db = await openDatabase()
    const drive = joinDrive(db, createMemoryBlobStore())
    const own = await drive.drives.of('ana')
    let longReads = 0
    const drives = {
      ...drive.drives,
      readLong: ((access, work) => {
        longReads++
        return drive.drives.readLong(access, work)
      }) as typeof drive.drives.readLong,
    }
    const nodes = createNodes({ ...drive, drives, random: systemRandom })
    const longReadsOf = async (read: Promise<unknown>) => {
      longReads = 0
      await read
      return longReads
    }
    return { db, drive, own, nodes, longReadsOf }
  }

  test('a large folder in which somebody sees only what they added is a long read', async () => {
    const { db, drive, own, nodes, longReadsOf } = await open()
    await insertManyFiles(db, own, 10_000)
    const ana = await drive.as('ana')
    const grants = createGrants({ ...drive, random: systemRandom })
    const grantee = { kind: 'person', sub: 'ben' } as const
    await grants.create(ana, { nodeId: own.root_id, role: 'drop', grantee })
    const actor = { kind: 'person', sub: 'ben', sessionId: 'ben' } as const
    const ben: Access = { driveId: own.id, actor, right: 'view' }
    expect(await longReadsOf(nodes.list(ben, own.root_id, PAGE))).toBe(0)
    await nodes.createFolder(ana, { parentId: 'root', name: 'one more', conflict: 'fail' })
    expect(await longReadsOf(nodes.list(ben, own.root_id, PAGE))).toBe(1)
    const seen = await nodes.list(ben, own.root_id, PAGE)
    expect(seen).toMatchObject({ nodes: [], nextPageToken: undefined })
    expect(await longReadsOf(nodes.list(ana, own.root_id, PAGE))).toBe(0)
  })

  test('a large folder is measured by a long read', async () => {
    const { db, drive, own, nodes, longReadsOf } = await open()
    await insertManyFiles(db, own, 10_000)
    const ana = await drive.as('ana')
    const measure = () => nodes.measure(ana, own.root_id, byName, { pageSize: 200 })
    expect(await longReadsOf(measure())).toBe(0)
    await nodes.createFolder(ana, { parentId: 'root', name: 'one more', conflict: 'fail' })
    expect(await longReadsOf(measure())).toBe(1)
    expect(await measure()).toMatchObject({ count: 10_001, folders: 1 })
  })

  test('an order other than by name is a long read where a folder has very many system files', async () => {
    const { db, drive, own, nodes, longReadsOf } = await open()
    const ana = await drive.as('ana')
    await insertManyFiles(db, own, 10_001)
    const list = (orderBy: 'name' | 'modified') =>
      nodes.list(ana, 'root', PAGE, { ...byName, orderBy })
    expect(await longReadsOf(list('modified'))).toBe(0)
    await db.write((writer) =>
      writer
        .updateTable('nodes')
        .set({ sort_key: sql<string>`'2' || substr(sort_key, 2)` })
        .where('kind', '=', 'file')
        .execute(),
    )
    expect(await longReadsOf(list('name'))).toBe(0)
    expect(await longReadsOf(list('modified'))).toBe(1)
    expect((await list('modified')).nodes).toHaveLength(50)
  })
})

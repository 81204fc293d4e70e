import { MAX_GRANTS_PER_DRIVE, MAX_GRANTS_PER_GRANTEE } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { Database } from '../../db/database.ts'
import type { GrantRow } from '../../db/tables.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { joinDrive, refusal } from '../testing.ts'
import { everybody } from '../testing-access.ts'
import { createGrants } from './grants.ts'
import { openNodes } from './open-node.ts'
import { Reach, type Top } from './reach.ts'
import { rightsOfRole } from './rights.ts'

onEachDatabase((openDatabase) => {
  async function open() {
    const db = await openDatabase()
    const drive = joinDrive(db, createMemoryBlobStore(), { people: everybody })
    const ana = await drive.as('ana')
    const folder = (name: string) =>
      drive.nodes.createFolder('ana', { parentId: 'root', name, conflict: 'fail' })
    return { db, drive, grants: createGrants(drive), ana, folder }
  }

  /** So many grants as one that is there, each a little different. */
  async function plant(
    db: Database,
    { id }: GrantRow,
    count: number,
    toRow: (at: number) => Partial<GrantRow>,
  ): Promise<void> {
    await db.write(async (writer) => {
      const row = await writer
        .selectFrom('grants')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      for (let at = 0; at < count; at += 500) {
        const some = Array.from({ length: Math.min(500, count - at) }, (_, n) => ({
          ...row,
          id: `planted-${at + n}`,
          ...toRow(at + n),
        }))
        await writer.insertInto('grants').values(some).execute()
      }
    })
  }

  test('many nodes are found at once, more than a statement can name', async () => {
    const { drive, ana, folder } = await open()
    const { id } = await folder('there')
    const ids = [...Array.from({ length: 70_000 }, (_, at) => `nowhere-${at}`), id]
    const found = await drive.drives.read(ana, (reader, open) => openNodes(reader, open, ids))
    expect([...found.keys()]).toEqual([id])
  })

  test('a grantee has so many grants in a drive, and one more is refused with the way out', async () => {
    const { db, grants, ana, folder } = await open()
    const [first, second] = [await folder('first'), await folder('second')]
    const grantee = { kind: 'person', sub: 'ben' } as const
    const give = (nodeId: string) => grants.create(ana, { nodeId, grantee, role: 'viewer' })
    const grant = await give(first.id)
    await plant(db, grant, MAX_GRANTS_PER_GRANTEE - 1, (at) => ({ node_id: `gone-${at}` }))
    await expect(give(second.id)).rejects.toMatchObject({
      error: 'resource_exhausted',
      description: expect.stringContaining('share a folder above them'),
    })
    // What they have already can still be changed, and others are not concerned; nor are links, which are one each.
    await give(first.id)
    const other = { nodeId: second.id, role: 'viewer' } as const
    await grants.create(ana, { ...other, grantee: { kind: 'person', sub: 'eva' } })
    await grants.create(ana, { ...other, grantee: { kind: 'link' } })
    await grants.revoke(ana, grant.id)
    await give(second.id)
  })

  test('a drive has so many grants, links included, and one more is refused', async () => {
    const { db, grants, ana, folder } = await open()
    const [first, second] = [await folder('first'), await folder('second')]
    const grantee = { kind: 'person', sub: 'ben' } as const
    const grant = await grants.create(ana, { nodeId: first.id, grantee, role: 'viewer' })
    await plant(db, grant, MAX_GRANTS_PER_DRIVE - 1, (at) => ({
      node_id: `gone-${at}`,
      grantee: at % 2 === 0 ? 'link' : `person:guest-${at}`,
    }))
    for (const one of [{ kind: 'link' }, { kind: 'person', sub: 'eva' }] as const) {
      const given = { nodeId: second.id, grantee: one, role: 'viewer' } as const
      expect(await refusal(grants.create(ana, given))).toBe('resource_exhausted')
    }
    await grants.revoke(ana, grant.id)
    await grants.create(ana, { nodeId: second.id, grantee, role: 'viewer' })
  })
})

test('what a caller may do with a node is found without a look at all that they were given', () => {
  let looks = 0
  const tops = Array.from({ length: 1_000 }, (_, at): Top => {
    const top = { role: 'viewer', rights: rightsOfRole('viewer'), since: 0 } as const
    return {
      ...top,
      get nodeId() {
        looks++
        return `n${at}`
      },
    }
  })
  const drive = { id: 'd', owner_sub: 'ana', root_id: 'root' } as ConstructorParameters<
    typeof Reach
  >[0]
  const reach = new Reach(drive, { actor: { kind: 'person', sub: 'ben' }, right: 'view' }, tops)
  for (let at = 0; at < 1_000; at++) {
    const rights = reach.rightsIn(0, { id: `n${at}`, created_by: null })
    expect(rights & rightsOfRole('viewer')).not.toBe(0)
  }
  expect(looks).toBeLessThan(10 * tops.length)
})

import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { systemAccess } from '../access/access.ts'
import { someNode } from '../following/testing.ts'
import { joinDrive, refusal } from '../testing.ts'

onEachDatabase((openDatabase, kind) => {
  const open = async (quotaBytes?: number) =>
    joinDrive(
      await openDatabase(),
      createMemoryBlobStore(),
      quotaBytes === undefined ? {} : { quotaBytes },
    )

  test('thirty concurrent first calls create one drive with one root', async () => {
    const { drives, db } = await open(1_000)
    const found = await Promise.all(Array.from({ length: 30 }, () => drives.of('ana')))
    expect(new Set(found.map(({ id }) => id)).size).toBe(1)
    expect(found[0]).toMatchObject({ owner_sub: 'ana', quota_bytes: 1_000, used_bytes: 0, seq: 0 })
    const roots = await db.read((reader) => reader.selectFrom('nodes').selectAll().execute())
    expect(roots).toMatchObject([{ id: found[0]?.root_id, parent_id: null, kind: 'folder' }])
  })

  test('two people have two drives', async () => {
    const { drives } = await open()
    const [ana, ben] = [await drives.of('ana'), await drives.of('ben')]
    expect(ana.id).not.toBe(ben.id)
    expect(ana.root_id).not.toBe(ben.root_id)
  })

  test('transactions on one drive run one after the other', async () => {
    const { drives } = await open()
    const { id } = await drives.of('ana')
    const seqs = await Promise.all(
      Array.from({ length: 40 }, () =>
        drives.transact(id, 'ana', async ({ drive, recordChange }) => {
          recordChange({ changed: someNode('node'), set: {} })
          return drive.seq
        }),
      ),
    )
    expect(seqs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
  })

  // SQLite has one writer for all drives.
  if (kind === 'postgres') {
    test('writers that wait for one drive do not hold up those of another', async () => {
      const { drives } = await open()
      const [ana, ben] = [await drives.of('ana'), await drives.of('ben')]
      const begun = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      const held = drives.transact(ana.id, 'ana', async () => {
        begun.resolve()
        await released.promise
      })
      await begun.promise
      const work = async () => 1
      const waiting = Array.from({ length: 30 }, () => drives.transact(ana.id, 'ana', work))
      expect(await drives.transact(ben.id, 'ben', work)).toBe(1)
      expect((await drives.of('ben')).id).toBe(ben.id)
      released.resolve()
      await Promise.all([held, ...waiting])
    })
  }

  test('a failed transaction raises no seq and records no change', async () => {
    const { drives, db } = await open()
    const { id } = await drives.of('ana')
    const failing = drives.transact(id, 'ana', async ({ recordChange }) => {
      recordChange({ changed: someNode('node'), set: {} })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await drives.of('ana')).seq).toBe(0)
    expect(await db.read((reader) => reader.selectFrom('changes').selectAll().execute())).toEqual(
      [],
    )
  })

  test('an unknown drive is not found', async () => {
    const { drives } = await open()
    expect(await refusal(drives.read(systemAccess('nobody'), async () => 1))).toBe('not_found')
    expect(await refusal(drives.transact('nobody', 'ana', async () => 1))).toBe('not_found')
  })
})

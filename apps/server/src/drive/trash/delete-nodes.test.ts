import { describe, expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { HOUR_MS, joinDrive, refusal, someBytes, type TestDrive, TRASH_TTL_MS } from '../testing.ts'
import { plant } from '../testing-tree.ts'

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())
  const page = { size: 100, token: undefined }

  const folder = ({ nodes }: TestDrive, name: string, parentId = 'root') =>
    nodes.createFolder('ana', { parentId, name, conflict: 'fail' })
  const names = async ({ nodes }: TestDrive, id = 'root') =>
    (await nodes.list('ana', id, page)).nodes.map(({ name }) => name)
  const trash = ({ tasks }: TestDrive, ...ids: string[]) => tasks.begin('ana', 'trash', { ids })
  const remove = ({ tasks }: TestDrive, ...ids: string[]) => tasks.begin('ana', 'delete', { ids })
  const empty = ({ tasks }: TestDrive) => tasks.begin('ana', 'empty', {})
  const count = ({ db }: TestDrive, table: 'nodes' | 'versions' | 'node_tags') =>
    db.read(async (r) => (await r.selectFrom(table).select('drive_id').execute()).length)
  const blobs = ({ db }: TestDrive) =>
    db.read((r) => r.selectFrom('blobs').select(['refs', 'unused_since']).execute())

  describe('permanent deletion', () => {
    test('deleting a file removes its versions and tags and frees its quota, but keeps shared content', async () => {
      const drive = await open()
      const a = await drive.upload('ana', 'a', someBytes(100))
      await drive.upload('ana', 'a', someBytes(50, 2), { conflict: 'replace' })
      await drive.nodes.update('ana', a.id, { tags: ['x', 'y'], conflict: 'fail' })
      const b = await drive.upload('ana', 'b', someBytes(7, 3))
      const copy = await drive.tasks.begin('ana', 'copy', {
        ids: [a.id],
        parentId: 'root',
        conflict: 'rename',
      })
      expect(copy.phase).toBe('complete')
      expect((await drive.drives.of('ana')).used_bytes).toBe(100 + 50 + 7 + 50)

      const task = await remove(drive, a.id)
      expect(task).toMatchObject({ phase: 'complete', done: 1, total: 1 })
      expect(await names(drive)).toEqual(['a (2)', 'b'])
      expect((await drive.drives.of('ana')).used_bytes).toBe(50 + 7)
      expect([await count(drive, 'versions'), await count(drive, 'node_tags')]).toEqual([2, 2])
      const rows = await blobs(drive)
      expect(rows.map(({ refs }) => refs).toSorted()).toEqual([0, 1, 1])
      expect(rows.filter(({ refs }) => refs === 0)).toEqual([
        { refs: 0, unused_since: drive.clock.now() },
      ])
      expect(await refusal(drive.nodes.get('ana', a.id))).toBe('not_found')

      await remove(drive, b.id)
      drive.clock.advance(25 * HOUR_MS)
      await drive.cleanUp()
      expect(await drive.listBlobs()).toHaveLength(1)
    })

    test('what was restored before it is deleted from the trash stays, with all that is in it', async () => {
      const drive = await open()
      const top = await folder(drive, 'top')
      const inTop = { parentId: top.id, conflict: 'fail' } as const
      const inside = await drive.nodes.createFolder('ana', { ...inTop, name: 'inside' })
      const input = { ids: [top.id, inside.id], onlyInTrash: true }
      const kept = await drive.tasks.begin('ana', 'delete', input)
      expect(JSON.parse(kept.failures).count).toBe(2)
      expect(await names(drive, top.id)).toEqual(['inside'])
      await trash(drive, top.id)
      const { phase } = await drive.tasks.begin('ana', 'delete', { ...input, ids: [inside.id] })
      expect(phase).toBe('complete')
      expect(await names(drive, top.id)).toEqual([])
    })

    test('a large deleted tree disappears at once, and its rows are removed step by step', async () => {
      const drive = await open()
      const top = await folder(drive, 'top')
      const { nodes, bytes } = await plant(drive, 'ana', top.id, { folders: 12, files: 60 })
      const kept = await drive.upload('ana', 'kept', someBytes(11))
      const begun = await remove(drive, top.id)
      expect(begun).toMatchObject({ phase: 'running', ended_at: null })
      // Gone for everybody, whatever rows there still are.
      expect(await names(drive)).toEqual(['kept'])
      expect(await refusal(drive.nodes.get('ana', top.id))).toBe('not_found')
      expect(await refusal(folder(drive, 'x', top.id))).toBe('not_found')
      await folder(drive, 'top')
      const left = await count(drive, 'nodes')
      expect(left).toBeLessThan(nodes)
      expect(begun.done).toBeGreaterThan(0)
      expect((await drive.drives.of('ana')).used_bytes).toBeLessThan(bytes + 11)

      await drive.runner.run()
      expect(await drive.tasks.get('ana', begun.id)).toMatchObject({
        phase: 'complete',
        done: nodes + 1,
        total: nodes + 1,
      })
      expect([await count(drive, 'nodes'), await count(drive, 'versions')]).toEqual([3, 1])
      expect((await drive.drives.of('ana')).used_bytes).toBe(kept.size)
      expect((await blobs(drive)).filter(({ refs }) => refs > 0)).toHaveLength(1)
    })

    test('what lies in a deleted folder cannot be opened or changed while its rows are removed', async () => {
      const drive = await open()
      const top = await folder(drive, 'top')
      const inner = await folder(drive, 'inner', top.id)
      const file = await drive.upload('ana', 'file', someBytes(9), { parentId: inner.id })
      await plant(drive, 'ana', inner.id, { folders: 12, files: 60 })
      const task = await remove(drive, top.id)
      expect(task.phase).toBe('running')
      const cursor = (
        await drive.following.follow('ana', { cursor: undefined, size: 1, waitMs: 0 })
      ).cursor

      for (const { id } of [inner, file]) {
        expect(await refusal(drive.nodes.get('ana', id))).toBe('not_found')
        const update = { parentId: 'root', conflict: 'rename' } as const
        expect(await refusal(drive.nodes.update('ana', id, update))).toBe('not_found')
        for (const kind of ['move', 'copy'] as const) {
          const { failures } = await drive.tasks.begin('ana', kind, { ids: [id], ...update })
          expect(JSON.parse(failures).first).toMatchObject([{ id, error: 'not_found' }])
        }
        for (const kind of ['trash', 'delete'] as const) {
          const { failures } = await drive.tasks.begin('ana', kind, { ids: [id] })
          expect(JSON.parse(failures).first).toMatchObject([{ id, error: 'not_found' }])
        }
      }
      await drive.runner.run()
      expect(await names(drive)).toEqual([])
      expect(await count(drive, 'nodes')).toBe(1)
      const later = await drive.following.follow('ana', { cursor, size: 100, waitMs: 0 })
      expect(later.changes).toEqual([])
    })

    test('no step of a deletion removes more than 500 rows', async () => {
      const drive = await open()
      const top = await folder(drive, 'top')
      await plant(drive, 'ana', top.id, { folders: 4, files: 200 })
      const total = async () => (await count(drive, 'nodes')) + (await count(drive, 'versions'))
      const steps: number[] = []
      let before = await total()
      const note = async () => {
        const now = await total()
        steps.push(before - now)
        before = now
      }
      await remove(drive, top.id)
      await note()
      // One step at a time: the runner gives its task back after each.
      for (let i = 0; i < 20 && (await count(drive, 'nodes')) > 1; i++) {
        await drive.stepOnce()
        await note()
      }
      expect(await count(drive, 'nodes')).toBe(1)
      expect(Math.max(...steps)).toBeLessThanOrEqual(500)
      expect(steps.length).toBeGreaterThan(2)
    })

    test('a file with more versions than one step removes is deleted in several steps', async () => {
      const drive = await open()
      const a = await drive.upload('ana', 'a', someBytes(10))
      await drive.db.write(async (w) => {
        const version = await w.selectFrom('versions').selectAll().executeTakeFirstOrThrow()
        const more = Array.from({ length: 900 }, (_, i) => ({ ...version, id: `v${i}` }))
        for (const at of [0, 300, 600]) {
          await w
            .insertInto('versions')
            .values(more.slice(at, at + 300))
            .execute()
        }
        await w.updateTable('blobs').set({ refs: 901 }).execute()
        await w.updateTable('drives').set({ used_bytes: 9010 }).execute()
      })
      await remove(drive, a.id)
      expect(await refusal(drive.nodes.get('ana', a.id))).toBe('not_found')
      await drive.runner.run()
      expect([await count(drive, 'nodes'), await count(drive, 'versions')]).toEqual([1, 0])
      expect((await drive.drives.of('ana')).used_bytes).toBe(0)
      expect(await blobs(drive)).toMatchObject([{ refs: 0 }])
    })

    test("failed deletions are reported, and another person's file is not deleted", async () => {
      const drive = await open()
      const bens = await drive.upload('ben', 'private', someBytes(5))
      const a = await folder(drive, 'a')
      const inner = await folder(drive, 'inner', a.id)
      const task = await remove(drive, 'root', bens.id, a.id, inner.id, 'nothing')
      expect(JSON.parse(task.failures).first.map(({ error }: { error: string }) => error)).toEqual([
        'invalid_argument',
        'not_found',
        'not_found',
      ])
      expect(await count(drive, 'nodes')).toBe(3)
      const told = await drive.db.read((r) =>
        r.selectFrom('changes').select(['node_id', 'type']).where('type', '=', 'deleted').execute(),
      )
      expect(told.map(({ node_id }) => node_id).toSorted()).toEqual([a.id, inner.id].toSorted())
    })

    test('a cancelled deletion finishes the folder it has begun and deletes no other', async () => {
      const drive = await open()
      const ids: string[] = []
      for (let i = 0; i < 3; i++) {
        const { id } = await folder(drive, `f${i}`)
        ids.push(id)
      }
      await plant(drive, 'ana', ids[0] ?? '', { folders: 3, files: 200 })
      // The first hundred are all the same folder, and the others come later.
      const asked = [...Array.from({ length: 100 }, () => ids[0] ?? ''), ...ids.slice(1)]
      const { id } = await remove(drive, ...asked)
      expect(await drive.tasks.cancel('ana', id)).toMatchObject({ phase: 'running' })
      await drive.runner.run()
      expect((await drive.tasks.get('ana', id)).phase).toBe('cancelled')
      expect(await names(drive)).toEqual(['f1', 'f2'])
      expect(await count(drive, 'versions')).toBe(0)
    })
  })

  describe('emptying the trash', () => {
    test('emptying the trash deletes what is in it and nothing else', async () => {
      const drive = await open()
      const a = await folder(drive, 'a')
      await plant(drive, 'ana', a.id, { folders: 2, files: 5 })
      const b = await drive.upload('ana', 'b', someBytes(5, 9))
      await drive.upload('ana', 'c', someBytes(6, 8))
      await trash(drive, a.id, b.id)
      const task = await empty(drive)
      expect(task).toMatchObject({ phase: 'complete', done: 14 })
      expect([await names(drive), await count(drive, 'nodes')]).toEqual([['c'], 2])
      expect((await drive.drives.of('ana')).used_bytes).toBe(6)
      expect(await empty(drive)).toMatchObject({ phase: 'complete', done: 0 })
    })

    test('a file trashed while the trash is being emptied stays', async () => {
      const drive = await open()
      const a = await folder(drive, 'a')
      await plant(drive, 'ana', a.id, { folders: 3, files: 200 })
      await trash(drive, a.id)
      const { id } = await empty(drive)
      drive.clock.advance(1)
      const late = await drive.upload('ana', 'late', someBytes(5))
      await trash(drive, late.id)
      await drive.runner.run()
      expect((await drive.tasks.get('ana', id)).phase).toBe('complete')
      await drive.tasks.begin('ana', 'untrash', { ids: [late.id], conflict: 'fail' })
      expect(await names(drive)).toEqual(['late'])
    })

    test('trash is emptied after its retention period', async () => {
      const drive = await open()
      const [old, young] = [await folder(drive, 'old'), await folder(drive, 'young')]
      await plant(drive, 'ana', old.id, { folders: 1, files: 3 })
      await trash(drive, old.id)
      const bens = await drive.upload('ben', 'x', someBytes(5))
      await drive.tasks.begin('ben', 'trash', { ids: [bens.id] })
      drive.clock.advance(2 * HOUR_MS)
      await trash(drive, young.id)
      drive.clock.advance(TRASH_TTL_MS - 2 * HOUR_MS - 1)
      await drive.cleanUp()
      expect((await drive.nodes.get('ana', old.id)).node.name).toBe('old')
      drive.clock.advance(HOUR_MS + 1)
      await drive.cleanUp()
      expect(await refusal(drive.nodes.get('ana', old.id))).toBe('not_found')
      expect(await refusal(drive.nodes.get('ben', bens.id))).toBe('not_found')
      expect((await drive.nodes.get('ana', young.id)).node.name).toBe('young')
      expect(await count(drive, 'versions')).toBe(0)
    })
  })
})

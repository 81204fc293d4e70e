import { describe, expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { joinDrive, refusal, type TestDrive } from '../testing.ts'

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())
  const page = { size: 100, token: undefined }

  const folder = ({ nodes }: TestDrive, name: string, parentId = 'root') =>
    nodes.createFolder('ana', { parentId, name, conflict: 'fail' })
  const file = (drive: TestDrive, name: string, parentId = 'root') =>
    drive.upload('ana', name, Buffer.from(name), { parentId })
  const names = async ({ nodes }: TestDrive, id = 'root') =>
    (await nodes.list('ana', id, page)).nodes.map(({ name }) => name)
  const trash = ({ tasks }: TestDrive, ...ids: string[]) => tasks.begin('ana', 'trash', { ids })
  const untrash = ({ tasks }: TestDrive, ...ids: string[]) =>
    tasks.begin('ana', 'untrash', { ids, conflict: 'rename' })
  const move = (
    { tasks }: TestDrive,
    parentId: string,
    ids: string[],
    conflict: 'fail' | 'rename' | 'replace' = 'fail',
  ) => tasks.begin('ana', 'move', { ids, parentId, conflict })
  const errorsOf = ({ failures }: { failures: string }) =>
    (JSON.parse(failures) as { first: { error: string }[] }).first.map(({ error }) => error)

  describe('trash', () => {
    test('a trashed folder is restored to its place with everything in it', async () => {
      const drive = await open()
      const a = await folder(drive, 'a')
      const b = await folder(drive, 'b', a.id)
      const f = await file(drive, 'f', b.id)
      const g = await file(drive, 'g')
      const task = await trash(drive, b.id, g.id)
      expect(task).toMatchObject({
        phase: 'complete',
        done: 2,
        total: 2,
        ended_at: task.updated_at,
      })
      expect([await names(drive), await names(drive, a.id)]).toEqual([['a'], []])
      // Still there for whoever looks into the trash.
      expect(await names(drive, b.id)).toEqual(['f'])
      expect((await drive.nodes.get('ana', f.id)).ancestors.map(({ name }) => name)).toEqual(['b'])

      await untrash(drive, b.id, g.id)
      expect([await names(drive), await names(drive, a.id)]).toEqual([['a', 'g'], ['b']])
      const { node } = await drive.nodes.get('ana', b.id)
      expect(node).toMatchObject({ parent_id: a.id, trashed_at: null, trashed_from: null })
      const told = await drive.db.read((r) =>
        r.selectFrom('changes').select(['node_id', 'action']).orderBy('seq').execute(),
      )
      expect(told.slice(-4)).toEqual([
        { node_id: b.id, action: 'trash' },
        { node_id: g.id, action: 'trash' },
        { node_id: b.id, action: 'untrash' },
        { node_id: g.id, action: 'untrash' },
      ])
    })

    test('a file is restored to the root when its folder is in the trash; a taken name is numbered or rejected', async () => {
      const drive = await open()
      const a = await folder(drive, 'a')
      const f = await file(drive, 'f', a.id)
      await file(drive, 'f')
      await trash(drive, f.id, a.id)
      await untrash(drive, f.id)
      expect(await names(drive)).toEqual(['f', 'f (2)'])
      const both = [await file(drive, 'g'), await folder(drive, 'h')]
      await trash(drive, ...both.map(({ id }) => id))
      await file(drive, 'g')
      const refused = await drive.tasks.begin('ana', 'untrash', {
        ids: [both[0]?.id ?? ''],
        conflict: 'fail',
      })
      expect(errorsOf(refused)).toEqual(['already_exists'])
    })

    test('nodes of the same name can be in the trash, and trashing a node twice changes nothing', async () => {
      const drive = await open()
      const ids: string[] = []
      for (let i = 0; i < 3; i++) {
        const { id } = await file(drive, 'same')
        ids.push(id)
        await trash(drive, id)
      }
      const trashedAt = async () => (await drive.nodes.get('ana', ids[0] ?? '')).node.trashed_at
      const first = await trashedAt()
      drive.clock.advance(1)
      expect(await trash(drive, ...ids)).toMatchObject({ phase: 'complete', done: 3 })
      expect(await trashedAt()).toBe(first)
      await untrash(drive, ...ids)
      expect(await names(drive)).toEqual(['same', 'same (2)', 'same (3)'])
    })

    test('a batch reports each failure and still does the rest', async () => {
      const drive = await open()
      const bens = await drive.upload('ben', 'private', Buffer.from('x'))
      const a = await folder(drive, 'a')
      const inside = await file(drive, 'inside', a.id)
      const task = await trash(drive, bens.id, 'nothing', 'root', a.id)
      expect(errorsOf(task)).toEqual(['not_found', 'not_found', 'invalid_argument'])
      expect(await names(drive)).toEqual([])
      // Only what was thrown away itself can be put back; what is in it goes along.
      expect(errorsOf(await untrash(drive, inside.id))).toEqual(['failed_precondition'])
      expect(errorsOf(await untrash(drive, a.id, inside.id))).toEqual([])
    })
  })

  describe('moves', () => {
    test('a batch moves what it can into a folder and leaves what it cannot', async () => {
      const drive = await open()
      const to = await folder(drive, 'to')
      const taken = await file(drive, 'taken', to.id)
      const [a, b] = [await file(drive, 'a'), await file(drive, 'taken')]
      const inner = await folder(drive, 'inner', to.id)
      const task = await move(drive, to.id, [a.id, b.id, to.id, inner.id])
      expect(errorsOf(task)).toEqual(['already_exists', 'invalid_argument'])
      expect(await names(drive, to.id)).toEqual(['inner', 'a', 'taken'])
      await move(drive, to.id, [b.id], 'replace')
      expect(await names(drive)).toEqual(['to'])
      expect((await drive.nodes.get('ana', taken.id)).node.trashed_from).toBe(to.id)
      await move(drive, 'root', [taken.id])
      expect(await names(drive)).toEqual(['to', 'taken'])
    })

    test('a batch move into a trashed folder, a missing folder or a file is rejected', async () => {
      const drive = await open()
      const f = await file(drive, 'f')
      const a = await folder(drive, 'a')
      await trash(drive, a.id)
      expect(await refusal(move(drive, a.id, [f.id]))).toBe('failed_precondition')
      expect(await refusal(move(drive, 'nothing', [f.id]))).toBe('not_found')
      expect(await refusal(move(drive, f.id, [f.id]))).toBe('invalid_argument')
      const { tasks } = await drive.tasks.list('ana', { state: undefined, ...page })
      expect(tasks).toHaveLength(1)
    })
  })
})

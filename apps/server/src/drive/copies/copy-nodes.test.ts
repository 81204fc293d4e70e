import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { joinDrive, refusal, someBytes, type TestDrive } from '../testing.ts'
import { findMiscounts, pathsBelow, plant } from '../testing-tree.ts'

onEachDatabase((openDatabase) => {
  const open = async (quotaBytes?: number) =>
    joinDrive(
      await openDatabase(),
      createMemoryBlobStore(),
      quotaBytes === undefined ? {} : { quotaBytes },
    )
  const page = { size: 100, token: undefined }

  const folder = ({ nodes }: TestDrive, name: string, parentId = 'root') =>
    nodes.createFolder('ana', { parentId, name, conflict: 'fail' })
  const list = async ({ nodes }: TestDrive, id = 'root') =>
    (await nodes.list('ana', id, page)).nodes
  const names = async (drive: TestDrive, id = 'root') =>
    (await list(drive, id)).map(({ name }) => name)
  const copy = (
    { tasks }: TestDrive,
    ids: string[],
    parentId: string,
    conflict: 'fail' | 'rename' | 'replace' = 'rename',
  ) => tasks.begin('ana', 'copy', { ids, parentId, conflict })
  const child = async (drive: TestDrive, name: string, parentId = 'root') =>
    (await list(drive, parentId)).find((node) => node.name === name)?.id ?? ''
  const errorsOf = ({ failures }: { failures: string }) =>
    (JSON.parse(failures) as { first: { error: string }[] }).first.map(({ error }) => error)

  test('a copied tree equals the original and is charged to the quota in full', async () => {
    const drive = await open()
    const a = await folder(drive, 'a')
    await plant(drive, 'ana', a.id, { folders: 4, files: 3 })
    await drive.nodes.update('ana', a.id, {
      description: 'Sea',
      tags: ['x', 'y'],
      isStarred: true,
      conflict: 'fail',
    })
    const to = await folder(drive, 'to')
    const before = (await drive.drives.of('ana')).used_bytes
    const task = await copy(drive, [a.id], to.id)
    expect(task).toMatchObject({ phase: 'complete', done: 17, total: 17 })
    const copied = await child(drive, 'a', to.id)
    expect(await pathsBelow(drive, copied)).toEqual(await pathsBelow(drive, a.id))
    expect((await drive.nodes.get('ana', copied)).node).toMatchObject({
      description: 'Sea',
      tag_list: 'x\u0001y',
      starred_at: null,
      created_at: drive.clock.now(),
    })
    const tags = await drive.db.read((r) =>
      r.selectFrom('node_tags').select('tag').where('node_id', '=', copied).execute(),
    )
    expect(tags.map(({ tag }) => tag).toSorted()).toEqual(['x', 'y'])
    expect((await drive.drives.of('ana')).used_bytes).toBe(2 * before)
    expect(await findMiscounts(drive)).toEqual([])
    const told = await drive.db.read((r) =>
      r.selectFrom('changes').select(['node_id', 'type', 'action']).orderBy('seq').execute(),
    )
    expect(told.slice(-17).every(({ type }) => type === 'created')).toBe(true)
    expect(told.at(-17)).toEqual({ node_id: copied, type: 'created', action: 'copy' })
    expect(told.slice(-16).every(({ action }) => action === null)).toBe(true)
  })

  test('a copy has the same bytes as the original and stays when that is deleted', async () => {
    const drive = await open()
    const bytes = someBytes(1000)
    const { id } = await drive.upload('ana', 'a.txt', bytes)
    await copy(drive, [id], 'root')
    await drive.tasks.begin('ana', 'delete', { ids: [id] })
    drive.clock.advance(48 * 3_600_000)
    await drive.cleanUp()
    const content = await drive.downloads.open('ana', await child(drive, 'a (2).txt'))
    const read = Buffer.concat(await (await content.read()).toArray())
    expect(bytes.equals(read)).toBe(true)
  })

  test('a large tree is copied in steps', async () => {
    const drive = await open()
    const a = await folder(drive, 'a')
    const { nodes } = await plant(drive, 'ana', a.id, { folders: 7, files: 90 })
    const begun = await copy(drive, [a.id], 'root')
    expect(begun).toMatchObject({ phase: 'running', done: 200 })
    await drive.runner.run()
    expect(await drive.tasks.get('ana', begun.id)).toMatchObject({
      phase: 'complete',
      done: nodes + 1,
      total: nodes + 1,
    })
    const copied = await child(drive, 'a (2)')
    expect(await pathsBelow(drive, copied)).toEqual(await pathsBelow(drive, a.id))
    expect(await findMiscounts(drive)).toEqual([])
  })

  test('copying a folder into itself or below itself terminates', async () => {
    const drive = await open()
    const a = await folder(drive, 'a')
    const b = await folder(drive, 'b', a.id)
    await drive.upload('ana', 'f', someBytes(3), { parentId: b.id })
    expect(await copy(drive, [a.id], b.id)).toMatchObject({ phase: 'complete', done: 3 })
    expect(await pathsBelow(drive, a.id)).toEqual(['b/', 'b/a/', 'b/a/b/', 'b/a/b/f', 'b/f'])
    expect(await copy(drive, [a.id], a.id)).toMatchObject({ phase: 'complete', done: 6 })
    expect(await names(drive, a.id)).toEqual(['a', 'b'])
  })

  test('two concurrent copies of a folder into its own subfolder terminate', async () => {
    const drive = await open()
    const a = await folder(drive, 'a')
    const b = await folder(drive, 'b', a.id)
    await plant(drive, 'ana', a.id, { folders: 5, files: 100 })
    drive.clock.advance(1)
    const tasks = [await copy(drive, [a.id], b.id), await copy(drive, [a.id], b.id)]
    drive.clock.advance(1)
    await drive.runner.run()
    for (const { id } of tasks) {
      expect((await drive.tasks.get('ana', id)).phase).toBe('complete')
    }
    expect(await names(drive, b.id)).toEqual(['a', 'a (2)'])
    expect(await findMiscounts(drive)).toEqual([])
  })

  test('a file added to the tree after the copy has begun is not copied', async () => {
    const drive = await open()
    const a = await folder(drive, 'a')
    await plant(drive, 'ana', a.id, { folders: 4, files: 100 })
    const begun = await copy(drive, [a.id], 'root')
    drive.clock.advance(1)
    await drive.upload('ana', 'zzz late', someBytes(3), { parentId: a.id })
    await drive.runner.run()
    expect((await drive.tasks.get('ana', begun.id)).phase).toBe('complete')
    expect(await names(drive, await child(drive, 'a (2)'))).not.toContain('zzz late')
  })

  test('a copy to a taken name is numbered, rejected, or replaces the holder, which goes to the trash', async () => {
    const drive = await open()
    const a = await drive.upload('ana', 'a', someBytes(3))
    const to = await folder(drive, 'to')
    const other = await drive.upload('ana', 'a', someBytes(4), { parentId: to.id })
    expect(errorsOf(await copy(drive, [a.id], to.id, 'fail'))).toEqual(['already_exists'])
    await copy(drive, [a.id], to.id)
    expect(await names(drive, to.id)).toEqual(['a', 'a (2)'])
    await copy(drive, [a.id], to.id, 'replace')
    expect((await drive.nodes.get('ana', other.id)).node.trashed_from).toBe(to.id)
    expect((await list(drive, to.id)).map(({ size }) => size)).toEqual([3, 3])
    // It does not make way for its own copy.
    await copy(drive, [a.id], 'root', 'replace')
    expect(await names(drive)).toEqual(['to', 'a', 'a (2)'])
  })

  test('a copy fails when the quota is exceeded, and what was copied is charged exactly', async () => {
    const drive = await open(1_000_000)
    const a = await folder(drive, 'a')
    const { bytes } = await plant(drive, 'ana', a.id, { folders: 4, files: 100 })
    const { id: driveId } = await drive.drives.of('ana')
    await drive.db.write((w) =>
      w
        .updateTable('drives')
        .set({ quota_bytes: bytes + Math.floor(bytes * 0.7) })
        .where('id', '=', driveId)
        .execute(),
    )
    const { id } = await copy(drive, [a.id], 'root')
    await drive.runner.run()
    const task = await drive.tasks.get('ana', id)
    expect([task.phase, ...errorsOf(task)]).toEqual(['failed', 'resource_exhausted'])
    const { used_bytes, quota_bytes } = await drive.drives.of('ana')
    expect(used_bytes).toBeLessThanOrEqual(quota_bytes ?? 0)
    expect(used_bytes).toBeGreaterThan(bytes * 1.6)
    expect(await findMiscounts(drive)).toEqual([])
    const small = await drive.upload('ana', 'small', someBytes(1))
    expect(errorsOf(await copy(drive, [small.id], 'root'))).toEqual([])
  })

  test('a copy stops when its target is trashed or deleted, or when it is cancelled', async () => {
    const drive = await open()
    const a = await folder(drive, 'a')
    await plant(drive, 'ana', a.id, { folders: 4, files: 100 })
    const first = await copy(drive, [a.id], 'root')
    await drive.tasks.begin('ana', 'trash', { ids: [await child(drive, 'a (2)')] })
    await drive.runner.run()
    const ended = await drive.tasks.get('ana', first.id)
    expect([ended.phase, ...errorsOf(ended)]).toEqual(['failed', 'failed_precondition'])

    const second = await copy(drive, [a.id], 'root')
    await drive.tasks.begin('ana', 'delete', { ids: [await child(drive, 'a (2)')] })
    await drive.runner.run()
    expect((await drive.tasks.get('ana', second.id)).phase).toBe('failed')

    const third = await copy(drive, [a.id], 'root')
    await drive.tasks.cancel('ana', third.id)
    await drive.runner.run()
    expect(await drive.tasks.get('ana', third.id)).toMatchObject({ phase: 'cancelled', done: 200 })
    expect(await findMiscounts(drive)).toEqual([])
  })

  test('a folder that would be nested too deep is not copied, and is reported', async () => {
    const drive = await open()
    let deepest = 'root'
    for (let depth = 1; depth < 127; depth++) deepest = (await folder(drive, 'd', deepest)).id
    const a = await folder(drive, 'a')
    await folder(drive, 'b', a.id)
    await drive.upload('ana', 'f', someBytes(3), { parentId: a.id })
    const task = await copy(drive, [a.id], deepest)
    expect([task.phase, ...errorsOf(task)]).toEqual(['complete', 'invalid_argument'])
    expect(await pathsBelow(drive, deepest)).toEqual(['a/', 'a/f'])
  })

  test('a copy of an unknown file or the root, and a copy into a file or a foreign folder, are rejected', async () => {
    const drive = await open()
    const bens = await drive.upload('ben', 'private', someBytes(5))
    expect(errorsOf(await copy(drive, [bens.id, 'root'], 'root'))).toEqual([
      'not_found',
      'invalid_argument',
    ])
    const f = await drive.upload('ana', 'f', someBytes(5))
    expect(await refusal(copy(drive, [f.id], f.id))).toBe('invalid_argument')
    expect(await refusal(copy(drive, [f.id], bens.parent_id ?? ''))).toBe('not_found')
  })
})

import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { newNode } from '../nodes/new-node.ts'
import { joinDrive, refusal, type TestDrive } from '../testing.ts'

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  async function addFolder({ nodes }: TestDrive, name: string, parentId = 'root') {
    return (await nodes.createFolder('ana', { parentId, name, conflict: 'fail' })).id
  }

  /** So many files are rows here: how they got there is another test's matter. */
  async function fill({ drives, db }: TestDrive, folderId: string, count: number, now = 0) {
    const { id: drive_id } = await drives.of('ana')
    const rows = Array.from({ length: count }, (_, n) => {
      const id = `${folderId}-${now}-${n}`
      const name = `${now}-${n}.${n % 2 === 0 ? 'png' : 'txt'}`
      const mime_type = n % 2 === 0 ? 'image/png' : 'text/plain'
      const parent_id = folderId
      return newNode({ drive_id, id, parent_id, kind: 'file', name, mime_type, now })
    })
    await db.write(async (w) => {
      await w.insertInto('nodes').values(rows).execute()
    })
    return rows.map(({ id }) => id)
  }

  const inside = (folderId: string, exceptIds: string[] = [], filter = {}) => ({
    inside: { folderId, filter, exceptIds },
  })

  const idsIn = ({ db }: TestDrive, folderId: string) =>
    db.read(async (r) => {
      const rows = await r
        .selectFrom('nodes')
        .select('id')
        .where('parent_id', '=', folderId)
        .orderBy('id')
        .execute()
      return rows.map(({ id }) => id)
    })

  test('all that lies in a folder goes but what is excepted, and what comes later stays', async () => {
    const drive = await open()
    const folder = await addFolder(drive, 'long')
    const ids = await fill(drive, folder, 450)
    const kept = [ids[3] ?? '', ids[440] ?? '']
    const begun = await drive.tasks.begin('ana', 'trash', inside(folder, kept))
    expect(begun).toMatchObject({ phase: 'running', done: 100, total: null })
    const later = await fill(drive, folder, 3, drive.clock.now() + 1)
    await drive.runner.run()
    expect(await drive.tasks.get('ana', begun.id)).toMatchObject({ phase: 'complete', done: 448 })
    expect(await idsIn(drive, folder)).toEqual([...kept, ...later].sort())
  })

  test('a filter says which', async () => {
    const drive = await open()
    const folder = await addFolder(drive, 'long')
    const to = await addFolder(drive, 'pictures')
    await fill(drive, folder, 250)
    const input = { ...inside(folder, [], { typeGroup: 'image' }), parentId: to }
    const begun = await drive.tasks.begin('ana', 'move', { ...input, conflict: 'fail' })
    await drive.runner.run()
    expect(await drive.tasks.get('ana', begun.id)).toMatchObject({ phase: 'complete', total: 125 })
    expect(await idsIn(drive, to)).toHaveLength(125)
    expect(await idsIn(drive, folder)).toHaveLength(125)
  })

  test('a folder is copied into itself once, file by file, and starred as a whole', async () => {
    const drive = await open()
    const folder = await addFolder(drive, 'long')
    await addFolder(drive, 'sub', folder)
    for (let n = 0; n < 5; n++) {
      await drive.upload('ana', `${n}.txt`, Buffer.from(`${n}`), { parentId: folder })
    }
    drive.clock.advance(1)
    const input = { ...inside(folder), parentId: folder, conflict: 'rename' as const }
    const copied = await drive.tasks.begin('ana', 'copy', input)
    await drive.runner.run()
    expect(await drive.tasks.get('ana', copied.id)).toMatchObject({ phase: 'complete', done: 6 })
    expect(await idsIn(drive, folder)).toHaveLength(12)
    drive.clock.advance(1)
    await drive.tasks.begin('ana', 'star', { ...inside(folder), isStarred: true })
    await drive.runner.run()
    const { nodes } = await drive.lists.starred('ana', { size: 100, token: undefined })
    expect(nodes).toHaveLength(12)
  })

  test('a folder that is not there, or belongs to somebody else, is told as unknown', async () => {
    const drive = await open()
    const folder = await addFolder(drive, 'own')
    expect(await refusal(drive.tasks.begin('ana', 'trash', inside('nowhere')))).toBe('not_found')
    expect(await refusal(drive.tasks.begin('ben', 'trash', inside(folder)))).toBe('not_found')
  })

  test('a task is taken back: what it threw away lies where it was', async () => {
    const drive = await open()
    const folder = await addFolder(drive, 'long')
    const ids = await fill(drive, folder, 250)
    const [early = ''] = ids
    await drive.tasks.begin('ana', 'trash', { ids: [early] })
    drive.clock.advance(1000)
    const { id } = await drive.tasks.begin('ana', 'trash', inside(folder))
    await drive.runner.run()
    const undo = await drive.tasks.begin('ana', 'undo', { taskId: id })
    await drive.runner.run()
    expect(await drive.tasks.get('ana', undo.id)).toMatchObject({ phase: 'complete', done: 249 })
    // What somebody threw away before it stays in the trash.
    expect(await idsIn(drive, folder)).toEqual(ids.filter((one) => one !== early).sort())
  })

  test('what is still at work is cancelled by taking it back', async () => {
    const drive = await open()
    const folder = await addFolder(drive, 'long')
    const ids = await fill(drive, folder, 250)
    const { id } = await drive.tasks.begin('ana', 'trash', inside(folder))
    await drive.tasks.begin('ana', 'undo', { taskId: id })
    await drive.runner.run()
    expect(await drive.tasks.get('ana', id)).toMatchObject({ phase: 'cancelled', done: 100 })
    expect(await idsIn(drive, folder)).toEqual(ids.toSorted())
  })

  test('a move is taken back with the names and with what had to make way', async () => {
    const drive = await open()
    const from = await addFolder(drive, 'from')
    const to = await addFolder(drive, 'to')
    const add = (name: string, parentId: string) =>
      drive.upload('ana', name, Buffer.from(name), { parentId })
    const [a, b] = [await add('a.txt', from), await add('b.txt', from)]
    const [old, other] = [await add('a.txt', to), await add('b.txt', to)]
    drive.clock.advance(1000)
    const move = (ids: string[], conflict: 'replace' | 'rename') =>
      drive.tasks.begin('ana', 'move', { ids, parentId: to, conflict })
    const replaced = await move([a.id], 'replace')
    const renamed = await move([b.id], 'rename')
    await drive.tasks.begin('ana', 'undo', { taskId: renamed.id })
    await drive.tasks.begin('ana', 'undo', { taskId: replaced.id })
    expect(await idsIn(drive, from)).toEqual([a.id, b.id].sort())
    expect(await idsIn(drive, to)).toEqual([old.id, other.id].sort())
    expect((await drive.nodes.get('ana', b.id)).node.name).toBe('b.txt')
    // It is no more where the task has put it: there is nothing to take back.
    const again = await drive.tasks.begin('ana', 'undo', { taskId: replaced.id })
    expect(again).toMatchObject({
      phase: 'complete',
      failures: expect.stringContaining('"count":0'),
    })
  })

  test('a copy is not taken back, and nobody takes back the task of another', async () => {
    const drive = await open()
    const folder = await addFolder(drive, 'own')
    const input = { ids: [folder], parentId: 'root', conflict: 'rename' as const }
    const { id: taskId } = await drive.tasks.begin('ana', 'copy', input)
    expect(await refusal(drive.tasks.begin('ana', 'undo', { taskId }))).toBe('failed_precondition')
    expect(await refusal(drive.tasks.begin('ben', 'undo', { taskId }))).toBe('not_found')
  })
})

import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { plantedNode, plantStars } from '../nodes/testing.ts'
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
      return plantedNode({ drive_id, id, parent_id, kind: 'file', name, mime_type, now })
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

  test('trashing everything in a folder skips the exceptions and files added later', async () => {
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

  test('a batch on a folder is limited by its filter', async () => {
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

  test('the content of a folder is copied into the same folder once, and then starred', async () => {
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

  const all = (place: 'drive' | 'trash', filter = {}, exceptIds: string[] = []) => ({
    inside: { place, filter, exceptIds },
  })

  async function star({ db, drives }: TestDrive, ids: readonly string[]) {
    const { id: drive_id } = await drives.of('ana')
    const stars = ids.map((node_id) => ({ drive_id, node_id, starred_at: 5 }))
    await plantStars(db, 'ana', stars)
  }

  const starredIds = ({ db }: TestDrive) =>
    db.read(async (r) => {
      const marks = r.selectFrom('node_marks').select('node_id')
      const rows = await marks.where('starred_at', 'is not', null).execute()
      return rows.map(({ node_id }) => node_id).sort()
    })

  const trashedIds = ({ db }: TestDrive) =>
    db.read(async (r) => {
      const nodes = r.selectFrom('nodes').select('id')
      const rows = await nodes.where('trashed_at', 'is not', null).execute()
      return rows.map(({ id }) => id).sort()
    })

  const tag = ({ nodes }: TestDrive, id: string) =>
    nodes.update('ana', id, { tags: ['sea'], conflict: 'fail' }, undefined)

  test('unstarring everything in a drive skips the exceptions and the trash', async () => {
    const drive = await open()
    const [one, other] = [await addFolder(drive, 'one'), await addFolder(drive, 'other')]
    const gone = await addFolder(drive, 'gone')
    const ids = [...(await fill(drive, one, 150)), ...(await fill(drive, other, 150))]
    const hidden = await fill(drive, gone, 3)
    await star(drive, [...ids.slice(10), ...hidden])
    await drive.tasks.begin('ana', 'trash', { ids: [gone] })
    const kept = [ids[20] ?? '', ids[220] ?? '']
    const inside = { place: 'drive' as const, filter: { starred: true } }
    expect(await drive.lists.count('ana', inside)).toMatchObject({ count: 290 })
    const begun = await drive.tasks.begin('ana', 'star', {
      ...all('drive', { starred: true }, kept),
      isStarred: false,
    })
    expect(begun).toMatchObject({ phase: 'running', done: 100 })
    await drive.runner.run()
    expect(await drive.tasks.get('ana', begun.id)).toMatchObject({ phase: 'complete', done: 288 })
    expect(await starredIds(drive)).toEqual([...kept, ...hidden].sort())
  })

  test('moving everything with a tag works and can be undone', async () => {
    const drive = await open()
    const [one, to] = [await addFolder(drive, 'one'), await addFolder(drive, 'to')]
    const ids = await fill(drive, one, 30)
    for (const id of [...ids.slice(0, 5), one]) await tag(drive, id)
    drive.clock.advance(1000)
    const move = { ...all('drive', { tag: 'sea' }), parentId: to, conflict: 'fail' as const }
    const { id } = await drive.tasks.begin('ana', 'move', move)
    expect(await idsIn(drive, to)).toEqual([...ids.slice(0, 5), one].sort())
    await drive.tasks.begin('ana', 'undo', { taskId: id })
    expect(await idsIn(drive, to)).toEqual([])
    expect(await idsIn(drive, one)).toEqual(ids.toSorted())
  })

  test('restoring all of the trash skips the exceptions and what is trashed later', async () => {
    const drive = await open()
    const folder = await addFolder(drive, 'long')
    const ids = await fill(drive, folder, 250)
    await drive.tasks.begin('ana', 'trash', inside(folder))
    await drive.runner.run()
    drive.clock.advance(1000)
    const [kept = '', later = ''] = [ids[7], ids.at(-1)]
    const untrash = { ...all('trash', {}, [kept]), conflict: 'fail' as const }
    const { id } = await drive.tasks.begin('ana', 'untrash', untrash)
    const own = await addFolder(drive, 'own')
    drive.clock.advance(1)
    await drive.tasks.begin('ana', 'trash', { ids: [own] })
    await drive.runner.run()
    expect(await drive.tasks.get('ana', id)).toMatchObject({ phase: 'complete', done: 249 })
    expect(await trashedIds(drive)).toEqual([kept, own].sort())
    await drive.tasks.begin('ana', 'undo', { taskId: id })
    await drive.runner.run()
    expect(await idsIn(drive, folder)).toEqual([])
    expect(await trashedIds(drive)).toContain(later)
  })

  test('deleting all of the trash deletes its folders completely, but not what was restored meanwhile', async () => {
    const drive = await open()
    const folder = await addFolder(drive, 'long')
    const deep = await addFolder(drive, 'deep', folder)
    const below = await fill(drive, deep, 20)
    const ids = await fill(drive, folder, 250)
    await drive.tasks.begin('ana', 'trash', inside(folder))
    await drive.runner.run()
    drive.clock.advance(1000)
    const [kept = ''] = ids
    const begun = await drive.tasks.begin('ana', 'delete', all('trash', {}, [kept]))
    expect(begun.phase).toBe('running')
    // The walk goes back in time: those with the smallest ids come last.
    const [back = ''] = ids.slice(1).sort()
    await drive.tasks.begin('ana', 'untrash', { ids: [back], conflict: 'fail' })
    await drive.runner.run()
    expect(await drive.tasks.get('ana', begun.id)).toMatchObject({
      phase: 'complete',
      done: ids.length - 2 + below.length + 1,
      failures: expect.stringContaining('"count":0'),
    })
    expect(await idsIn(drive, folder)).toEqual([back])
    expect(await trashedIds(drive)).toEqual([kept])
  })

  test('a cancelled deletion of all the trash finishes what it has begun and keeps the rest', async () => {
    const drive = await open()
    const folder = await addFolder(drive, 'long')
    await fill(drive, folder, 450)
    await drive.tasks.begin('ana', 'trash', inside(folder))
    await drive.runner.run()
    drive.clock.advance(1000)
    const { id } = await drive.tasks.begin('ana', 'delete', all('trash'))
    await drive.tasks.cancel('ana', id)
    await drive.runner.run()
    expect(await drive.tasks.get('ana', id)).toMatchObject({ phase: 'cancelled', done: 100 })
    expect(await trashedIds(drive)).toHaveLength(350)
  })

  test('a batch on everything in one drive does not affect another drive', async () => {
    const drive = await open()
    const folder = await addFolder(drive, 'own')
    const ids = await fill(drive, folder, 5)
    await star(drive, ids)
    await drive.tasks.begin('ana', 'trash', { ids: ids.slice(0, 2) })
    const before = [await starredIds(drive), await trashedIds(drive)]
    for (const place of ['drive', 'trash'] as const) {
      expect(await drive.lists.count('ben', { place, filter: {} })).toMatchObject({ count: 0 })
      const deleted = await drive.tasks.begin('ben', 'delete', all(place))
      expect(deleted).toMatchObject({ phase: 'complete', done: 0 })
    }
    expect([await starredIds(drive), await trashedIds(drive)]).toEqual(before)
    expect(await idsIn(drive, folder)).toHaveLength(3)
  })

  test("a batch on a missing folder or another person's folder answers not_found", async () => {
    const drive = await open()
    const folder = await addFolder(drive, 'own')
    expect(await refusal(drive.tasks.begin('ana', 'trash', inside('nowhere')))).toBe('not_found')
    expect(await refusal(drive.tasks.begin('ben', 'trash', inside(folder)))).toBe('not_found')
  })

  test('undoing a trash task restores its files to their place, but not those trashed before', async () => {
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

  test('undoing a restore keeps a folder that something was added to since, and files that were changed', async () => {
    const drive = await open()
    const [changed, same] = [await addFolder(drive, 'changed'), await addFolder(drive, 'same')]
    const inner = await addFolder(drive, 'inner', same)
    const file = await drive.upload('ana', 'a.txt', Buffer.from('a'))
    const untouched = await drive.upload('ana', 'b.txt', Buffer.from('b'))
    await drive.tasks.begin('ana', 'trash', { ids: [inner] })
    drive.clock.advance(1000)
    const ids = [changed, same, file.id, untouched.id]
    await drive.tasks.begin('ana', 'trash', { ids })
    drive.clock.advance(1000)
    const restored = await drive.tasks.begin('ana', 'untrash', {
      ids: [...ids, inner],
      conflict: 'fail',
    })
    await drive.upload('ana', 'new.txt', Buffer.from('new'), { parentId: changed })
    await drive.upload('ana', 'a.txt', Buffer.from('other'), { conflict: 'replace' })
    const undone = await drive.tasks.begin('ana', 'undo', { taskId: restored.id })
    expect(undone).toMatchObject({ phase: 'complete', kept: 2 })
    expect(await trashedIds(drive)).toEqual([same, inner, untouched.id].sort())
    expect((await drive.nodes.get('ana', changed)).node.trashed_at).toBeNull()
    expect((await drive.nodes.get('ana', file.id)).node.trashed_at).toBeNull()
  })

  test('undoing a running task cancels it', async () => {
    const drive = await open()
    const folder = await addFolder(drive, 'long')
    const ids = await fill(drive, folder, 250)
    const { id } = await drive.tasks.begin('ana', 'trash', inside(folder))
    await drive.tasks.begin('ana', 'undo', { taskId: id })
    await drive.runner.run()
    expect(await drive.tasks.get('ana', id)).toMatchObject({ phase: 'cancelled', done: 100 })
    expect(await idsIn(drive, folder)).toEqual(ids.toSorted())
  })

  test('undoing a move restores the old names and the replaced files', async () => {
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

  test("a copy cannot be undone, and nobody can undo another person's task", async () => {
    const drive = await open()
    const folder = await addFolder(drive, 'own')
    const input = { ids: [folder], parentId: 'root', conflict: 'rename' as const }
    const { id: taskId } = await drive.tasks.begin('ana', 'copy', input)
    expect(await refusal(drive.tasks.begin('ana', 'undo', { taskId }))).toBe('failed_precondition')
    expect(await refusal(drive.tasks.begin('ben', 'undo', { taskId }))).toBe('not_found')
  })

  test('a file that was moved since it was seen stays where it is: no move, no trashing, no deletion', async () => {
    const drive = await open()
    const [from, theirs, mine] = [
      await addFolder(drive, 'from'),
      await addFolder(drive, 'theirs'),
      await addFolder(drive, 'mine'),
    ]
    const [moved = '', still = ''] = await fill(drive, from, 2)
    await drive.tasks.begin('ana', 'move', { ids: [moved], parentId: theirs, conflict: 'fail' })
    const seen = { ids: [moved, still], seenIn: { [moved]: from, [still]: from } }
    const placing = { ...seen, parentId: mine, conflict: 'fail' as const }
    const aborted = {
      phase: 'complete',
      failures: expect.stringMatching(/"count":1.*"aborted".*was moved meanwhile/),
    }
    expect(await drive.tasks.begin('ana', 'move', placing)).toMatchObject(aborted)
    expect(await idsIn(drive, mine)).toEqual([still])
    const now = { ids: [moved, still], seenIn: { [moved]: from, [still]: mine } }
    expect(await drive.tasks.begin('ana', 'trash', now)).toMatchObject(aborted)
    expect((await drive.nodes.get('ana', moved)).node.trashed_at).toBeNull()
    expect((await drive.nodes.get('ana', still)).node.trashed_at).not.toBeNull()

    // Restored by somebody while another looks at the trash.
    await drive.tasks.begin('ana', 'untrash', { ids: [still], conflict: 'fail' })
    const trashed = { ids: [still], seenIn: { [still]: 'trash' } }
    expect(await drive.tasks.begin('ana', 'delete', trashed)).toMatchObject(aborted)
    await drive.tasks.begin('ana', 'trash', { ids: [still] })
    await drive.tasks.begin('ana', 'delete', trashed)
    expect(await refusal(drive.nodes.get('ana', still))).toBe('not_found')
    expect(await idsIn(drive, theirs)).toEqual([moved])
  })
})

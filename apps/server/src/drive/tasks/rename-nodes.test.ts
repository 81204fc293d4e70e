import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { toEtag } from '../nodes/etag.ts'
import { plantedNode } from '../nodes/testing.ts'
import { createCheckRename } from '../renames/check-rename.ts'
import { joinDrive, refusal, type TestDrive } from '../testing.ts'

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  async function addFiles(drive: TestDrive, ...names: string[]) {
    const ids: string[] = []
    for (const name of names) {
      ids.push((await drive.upload('ana', name, Buffer.from(name))).id)
    }
    return ids
  }

  const nameOf = async ({ nodes }: TestDrive, id: string) => (await nodes.get('ana', id)).node.name
  const etagOf = async ({ nodes }: TestDrive, id: string) =>
    toEtag((await nodes.get('ana', id)).node)
  const namesOf = (drive: TestDrive, ids: readonly string[]) =>
    Promise.all(ids.map((id) => nameOf(drive, id)))

  async function rename(
    drive: TestDrive,
    names: { id: string; name: string; etag?: string | undefined }[],
  ) {
    const { id } = await drive.tasks.begin('ana', 'rename', { names })
    await drive.runner.run()
    return drive.tasks.get('ana', id)
  }

  async function undo(drive: TestDrive, taskId: string) {
    const { id } = await drive.tasks.begin('ana', 'undo', { taskId })
    await drive.runner.run()
    return drive.tasks.get('ana', id)
  }

  const failuresOf = ({ failures }: { failures: string }) => JSON.parse(failures).first

  test('each gets its own name, also one that another has until then, and undo gives all back', async () => {
    const drive = await open()
    const before = ['a.txt', 'b.txt', 'c.txt', 'x.txt']
    const ids = await addFiles(drive, ...before)
    const after = ['b.txt', 'c.txt', 'a.txt', 'y.txt']
    const task = await rename(
      drive,
      ids.map((id, at) => ({ id, name: after[at] ?? '' })),
    )
    expect(task).toMatchObject({ phase: 'complete', done: 4, total: 4 })
    expect(failuresOf(task)).toEqual([])
    expect(await namesOf(drive, ids)).toEqual(after)
    const undone = await undo(drive, task.id)
    expect(failuresOf(undone)).toEqual([])
    expect(await namesOf(drive, ids)).toEqual(before)
    // To do it again is to undo that, and so on.
    const again = await undo(drive, undone.id)
    expect(failuresOf(again)).toEqual([])
    expect(await namesOf(drive, ids)).toEqual(after)
    await undo(drive, again.id)
    expect(await namesOf(drive, ids)).toEqual(before)
  })

  test('one that was changed since it was seen keeps its name, also where others wait for it', async () => {
    const drive = await open()
    const ids = await addFiles(drive, 'a.txt', 'b.txt', 'c.txt')
    const [a = '', b = '', c = ''] = ids
    const seen = await Promise.all(ids.map((id) => etagOf(drive, id)))
    await drive.nodes.update('ana', a, { name: 'mine.txt', conflict: 'fail' }, undefined)
    await drive.nodes.update('ana', a, { name: 'a.txt', conflict: 'fail' }, undefined)
    const task = await rename(drive, [
      { id: a, name: 'b.txt', etag: seen[0] },
      { id: b, name: 'a.txt', etag: seen[1] },
      { id: c, name: 'd.txt', etag: seen[2] },
    ])
    expect(failuresOf(task)).toMatchObject([
      { id: a, name: 'a.txt', error: 'failed_precondition' },
      { id: b, name: 'b.txt', error: 'already_exists' },
    ])
    expect(await namesOf(drive, ids)).toEqual(['a.txt', 'b.txt', 'd.txt'])
  })

  test('nothing is overwritten, and a name that cannot be held is a failure', async () => {
    const drive = await open()
    const [a = '', other = ''] = await addFiles(drive, 'a.txt', 'taken.txt')
    const task = await rename(drive, [{ id: a, name: 'taken.txt' }])
    expect(failuresOf(task)).toMatchObject([{ id: a, error: 'already_exists' }])
    const wrong = await rename(drive, [
      { id: a, name: 'a/b' },
      { id: 'nothing', name: 'c' },
    ])
    expect(failuresOf(wrong)).toMatchObject([
      { id: a, error: 'invalid_argument' },
      { id: 'nothing', error: 'not_found' },
    ])
    expect(await namesOf(drive, [a, other])).toEqual(['a.txt', 'taken.txt'])
    const twice = drive.tasks.begin('ana', 'rename', {
      names: [
        { id: a, name: 'b' },
        { id: a, name: 'c' },
      ],
    })
    expect(await refusal(twice)).toBe('invalid_argument')
  })

  test('what others have renamed or thrown away since is not undone, and a name taken since gets a number', async () => {
    const drive = await open()
    const ids = await addFiles(drive, 'a.txt', 'b.txt', 'c.txt')
    const [a = '', b = '', c = ''] = ids
    const task = await rename(drive, [
      { id: a, name: '1.txt' },
      { id: b, name: '2.txt' },
      { id: c, name: '3.txt' },
    ])
    await drive.nodes.update('ana', a, { name: 'kept.txt', conflict: 'fail' }, undefined)
    await addFiles(drive, 'b.txt')
    await drive.tasks.begin('ana', 'trash', { ids: [c] })
    expect(failuresOf(await undo(drive, task.id))).toEqual([])
    expect(await namesOf(drive, ids)).toEqual(['kept.txt', 'b (2).txt', '3.txt'])
  })

  test('thousands are renamed in short steps, their names exchanged in one great circle, and undone', async () => {
    const drive = await open()
    const { id: drive_id, root_id: parent_id } = await drive.drives.of('ana')
    const count = 1200
    const rows = Array.from({ length: count }, (_, n) =>
      plantedNode({ drive_id, id: `n${n}`, parent_id, kind: 'file', name: `${n}.txt`, now: 0 }),
    )
    await drive.db.write(async (writer) => {
      for (let at = 0; at < count; at += 200) {
        await writer
          .insertInto('nodes')
          .values(rows.slice(at, at + 200))
          .execute()
      }
    })
    const task = await rename(
      drive,
      rows.map(({ id }, n) => ({ id, name: `${(n + 1) % count}.txt` })),
    )
    expect(task).toMatchObject({ phase: 'complete', done: count, total: count })
    expect(failuresOf(task)).toEqual([])
    expect(await namesOf(drive, ['n0', 'n7', 'n1199'])).toEqual(['1.txt', '8.txt', '0.txt'])
    expect(failuresOf(await undo(drive, task.id))).toEqual([])
    expect(await namesOf(drive, ['n0', 'n7', 'n1199'])).toEqual(['0.txt', '7.txt', '1199.txt'])
  })

  test('a check tells what would fail and what has a name, and changes nothing', async () => {
    const drive = await open()
    const [a = '', b = '', c = ''] = await addFiles(drive, 'a.txt', 'b.txt', 'c.txt')
    const stale = await etagOf(drive, b)
    await drive.nodes.update('ana', b, { description: 'new', conflict: 'fail' }, undefined)
    await drive.tasks.begin('ana', 'trash', { ids: [c] })
    const { problems } = await createCheckRename(drive.drives)(await drive.as('ana'), [
      { id: a, name: 'b.txt' },
      { id: b, name: 'free.txt', etag: stale },
      { id: c, name: 'free too.txt' },
      { id: 'nothing', name: 'x' },
      { id: 'root', name: 'y' },
    ])
    expect(problems.toSorted((one, other) => one.id.localeCompare(other.id))).toMatchObject(
      [
        { id: a, error: 'already_exists', taken_by: b },
        { id: b, error: 'failed_precondition' },
        { id: c, error: 'failed_precondition' },
        { id: 'nothing', error: 'not_found' },
        { id: 'root', error: 'not_found' },
      ].toSorted((one, other) => one.id.localeCompare(other.id)),
    )
    expect(await namesOf(drive, [a, b])).toEqual(['a.txt', 'b.txt'])
  })
})

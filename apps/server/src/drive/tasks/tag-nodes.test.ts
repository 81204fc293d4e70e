import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { plantedNode } from '../nodes/testing.ts'
import { joinDrive, refusal, type TestDrive } from '../testing.ts'

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  async function addFile(drive: TestDrive, name: string, tags: string[] = []) {
    const { id } = await drive.upload('ana', name, Buffer.from(name))
    if (tags.length > 0) await setTags(drive, id, tags)
    return id
  }

  const setTags = ({ nodes }: TestDrive, id: string, tags: string[]) =>
    nodes.update('ana', id, { tags, conflict: 'fail' }, undefined)

  const tagsOf = async ({ db }: TestDrive, id: string) =>
    db.read(async (reader) => {
      const rows = await reader
        .selectFrom('node_tags')
        .select('tag')
        .where('node_id', '=', id)
        .execute()
      return rows.map(({ tag }) => tag).sort()
    })

  const countOf = async (drive: TestDrive) => {
    const { tags } = await drive.lists.tags('ana', { size: 50, token: undefined })
    return Object.fromEntries(tags.map(({ tag, count }) => [tag, Number(count)]))
  }

  async function begin(
    drive: TestDrive,
    ids: string[],
    { add = [], remove = [] }: { add?: string[]; remove?: string[] },
  ) {
    const { id } = await drive.tasks.begin('ana', 'tag', { ids, add, remove })
    await drive.runner.run()
    return drive.tasks.get('ana', id)
  }

  test('tags are added and removed, the others stay, and each is there once', async () => {
    const drive = await open()
    const one = await addFile(drive, 'one.txt', ['sea', 'old'])
    const two = await addFile(drive, 'two.txt', ['sun'])
    const three = await addFile(drive, 'three.txt')
    const task = await begin(drive, [one, two], { add: [' sea ', 'sea', 'new'], remove: ['old'] })
    expect(task).toMatchObject({ phase: 'complete', done: 2 })
    expect(await tagsOf(drive, one)).toEqual(['new', 'sea'])
    expect(await tagsOf(drive, two)).toEqual(['new', 'sea', 'sun'])
    expect(await tagsOf(drive, three)).toEqual([])
    expect(await countOf(drive)).toEqual({ new: 2, sea: 2, sun: 1 })
  })

  test('undone, each has the tags that it had', async () => {
    const drive = await open()
    const one = await addFile(drive, 'one.txt', ['sea', 'old'])
    const two = await addFile(drive, 'two.txt', ['sun'])
    const { id } = await begin(drive, [one, two], { add: ['sea', 'new'], remove: ['old', 'sun'] })
    await setTags(drive, two, ['new', 'sea', 'later'])
    await drive.tasks.begin('ana', 'undo', { taskId: id })
    await drive.runner.run()
    expect(await tagsOf(drive, one)).toEqual(['old', 'sea'])
    expect(await tagsOf(drive, two)).toEqual(['later', 'sun'])
  })

  test('a tag is renamed for everything that has it, also where the new one is there already', async () => {
    const drive = await open()
    await addFile(drive, 'both.txt', ['tripp', 'trip'])
    const { id: drive_id, root_id: parent_id } = await drive.drives.of('ana')
    const rows = Array.from({ length: 250 }, (_, n) => {
      const id = `many${n}`
      const name = `${n}.txt`
      const row = plantedNode({ drive_id, id, parent_id, kind: 'file', name, now: 0 })
      return { ...row, tag_list: 'tripp' }
    })
    await drive.db.write(async (writer) => {
      await writer.insertInto('nodes').values(rows).execute()
      const tags = rows.map(({ id }) => ({ drive_id, node_id: id, tag: 'tripp' }))
      await writer.insertInto('node_tags').values(tags).execute()
    })
    const inside = { place: 'drive' as const, filter: { tag: 'tripp' }, exceptIds: [] }
    const { id } = await drive.tasks.begin('ana', 'tag', {
      inside,
      add: ['trip'],
      remove: ['tripp'],
    })
    await drive.runner.run()
    expect(await drive.tasks.get('ana', id)).toMatchObject({ phase: 'complete', done: 251 })
    expect(await countOf(drive)).toEqual({ trip: 251 })
    await drive.tasks.begin('ana', 'undo', { taskId: id })
    await drive.runner.run()
    expect(await countOf(drive)).toEqual({ trip: 1, tripp: 251 })
  })

  test('what has twenty tags gets no more, and fails alone', async () => {
    const drive = await open()
    const many = Array.from({ length: 20 }, (_, n) => `tag ${n}`)
    const full = await addFile(drive, 'full.txt', many)
    const free = await addFile(drive, 'free.txt')
    const task = await begin(drive, [full, free], { add: ['sea'] })
    expect(task).toMatchObject({ phase: 'complete', done: 2 })
    expect(JSON.parse(task.failures).first).toMatchObject([
      { id: full, error: 'resource_exhausted' },
    ])
    expect(await tagsOf(drive, full)).toEqual(many.toSorted())
    expect(await tagsOf(drive, free)).toEqual(['sea'])
  })

  test('what is in the trash keeps its tags', async () => {
    const drive = await open()
    const id = await addFile(drive, 'gone.txt', ['sea'])
    await drive.tasks.begin('ana', 'trash', { ids: [id] })
    const task = await begin(drive, [id], { remove: ['sea'] })
    expect(JSON.parse(task.failures).first).toMatchObject([{ id, error: 'failed_precondition' }])
    expect(await tagsOf(drive, id)).toEqual(['sea'])
  })

  test('a tag that cannot be one is refused before anything is done', async () => {
    const drive = await open()
    const id = await addFile(drive, 'one.txt')
    for (const tag of [' ', 'a\nb']) {
      const begun = drive.tasks.begin('ana', 'tag', { ids: [id], add: ['sea', tag], remove: [] })
      expect(await refusal(begun)).toBe('invalid_argument')
    }
    expect(await tagsOf(drive, id)).toEqual([])
  })
})

import { expect, onTestFinished, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { joinDrive } from '../testing.ts'
import { plant } from '../testing-tree.ts'

onEachDatabase((openDatabase) => {
  test('a task that was begun with a password for one folder stops when its source leaves that folder', async () => {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore())
    onTestFinished(() => drive.signals[Symbol.asyncDispose]())
    const folder = (name: string, parentId = 'root') =>
      drive.nodes.createFolder('ana', { parentId, name, conflict: 'fail' })
    const open = await folder('open')
    const many = await folder('many', open.id)
    await plant(drive, 'ana', many.id, { folders: 4, files: 100 })
    const ana = await drive.as('ana')
    const limit = { folderId: open.id, isReadOnly: false }
    const input = { ids: [many.id], parentId: open.id, conflict: 'rename' } as const
    const task = await drive.tasks.begin({ ...ana, right: 'add', limit }, 'copy', input)
    expect(task.phase).toBe('running')
    await drive.nodes.update('ana', many.id, { parentId: 'root', conflict: 'fail' })
    const countNodes = () =>
      drive.db.read((reader) => reader.selectFrom('nodes').select('id').execute())
    const before = (await countNodes()).length
    await drive.runner.run()
    expect((await drive.tasks.get('ana', task.id)).phase).toBe('failed')
    expect(await countNodes()).toHaveLength(before)
  })
})

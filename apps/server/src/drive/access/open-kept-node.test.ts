import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { joinDrive, refusal } from '../testing.ts'
import { someImage } from '../thumbnails/testing-images.ts'

onEachDatabase((openDatabase) => {
  async function fill() {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore())
    const folder = { parentId: 'root', name: 'photos', conflict: 'fail' } as const
    const { id } = await drive.nodes.createFolder('ana', folder)
    const inner = await drive.nodes.createFolder('ana', { ...folder, parentId: id })
    const file = await drive.upload('ana', 'a.png', await someImage(9, 9, 'png'), {
      parentId: inner.id,
    })
    await drive.thumbnails.runner.run()
    const { link } = await drive.downloads.createLink('ana', file.id)
    const picture =
      drive.thumbnails
        .linkOf(await drive.as('ana'), file)
        ?.split('/')
        .at(-1) ?? ''
    const asks = [
      () => drive.downloads.open('ana', file.id),
      () => drive.downloads.createLink('ana', file.id),
      () => drive.downloads.openLink(link),
      () => drive.thumbnails.open('ana', file.id, 256),
      () => drive.thumbnails.openLink(picture, 256),
    ]
    return { drive, id, asks }
  }

  test('a file that is being permanently deleted is gone at once, with its links and thumbnails', async () => {
    const { drive, id, asks } = await fill()
    // As the first step of a long removal leaves it.
    await drive.db.write((writer) =>
      writer
        .updateTable('nodes')
        .set({ deleted_by: 'task', parent_id: null })
        .where('id', '=', id)
        .execute(),
    )
    for (const ask of asks) expect(await refusal(ask())).toBe('not_found')
  })

  test('a file in the trash can still be opened', async () => {
    const { drive, id, asks } = await fill()
    await drive.tasks.begin('ana', 'trash', { ids: [id] })
    for (const ask of asks) await ask()
  })
})

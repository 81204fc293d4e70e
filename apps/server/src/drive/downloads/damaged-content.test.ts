import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { davOf } from '../webdav/testing.ts'

onEachDatabase((openDatabase) => {
  test('a small file of which bytes are missing is never sent as a whole one', async () => {
    const db = await openDatabase()
    const ana = davOf(await serveDrive(db), 'ana')
    await ana('PUT', '/note.txt', { body: 'all of the note' })
    expect((await ana('GET', '/note.txt')).text).toBe('all of the note')
    await db.write((writer) =>
      writer
        .updateTable('small_contents')
        .set({ bytes: Buffer.from('all of') })
        .execute(),
    )
    await expect(ana('GET', '/note.txt')).rejects.toThrow()
  })
})

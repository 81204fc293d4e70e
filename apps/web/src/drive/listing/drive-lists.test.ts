import type { Change, File } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { createDriveLists } from './drive-lists.ts'
import type { ListCalls } from './list-source.ts'
import { toFile } from './testing.ts'

const TEAM: File = { ...toFile('team'), id: 'team', kind: 'folder' }

/** What is in a folder, and how often that was read. */
function openFolder(rows: { locked?: boolean }[]) {
  let asked = 0
  const files = {
    list: async () => {
      asked++
      const listed = rows.map((row, at) => ({ ...toFile(`${at}`), parent_id: 'deep', ...row }))
      return { files: listed }
    },
    measure: async () => ({ count: rows.length, every: 200 }),
  }
  const lists = createDriveLists({ files } as unknown as ListCalls)
  const list = lists.list({ kind: 'folder', folderId: 'deep' })
  const isRead = () => expect.poll(() => list.state().isLoading).toBe(false)
  list.subscribe(() => undefined)
  list.look(0, 10)
  return { lists, isRead, asked: () => asked }
}

const told = (file: Partial<File>): Change[] => [{ id: 'team', seq: 9, file: { ...TEAM, ...file } }]

test('a folder that is locked far above an open list makes the list be read again, and so does its release', async () => {
  const rows: { locked?: boolean }[] = [{}]
  const { lists, isRead, asked } = openFolder(rows)
  await isRead()
  const before = asked()
  lists.changed(told({}))
  expect(asked()).toBe(before)
  rows[0] = { locked: true }
  lists.changed(told({ locked: true }))
  await expect.poll(asked).toBe(before + 1)
  await isRead()
  rows[0] = {}
  lists.changed(told({}))
  await expect.poll(asked).toBe(before + 2)
})

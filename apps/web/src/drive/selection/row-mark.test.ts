import { expect, test } from 'vitest'
import { ListWindow } from '../listing/list-window.ts'
import { createServer } from '../listing/testing.ts'
import { findAgain, markRow } from './row-mark.ts'

test('a mark follows its file, and moves to the nearest row when the file is gone', async () => {
  const server = createServer(10)
  const list = new ListWindow(server)
  await list.refresh()
  const mark = markRow(list, 9)
  expect(mark).toEqual({ row: 9, id: 'id-9' })
  server.insertFirst('new')
  await list.refresh()
  expect(findAgain(list, mark)).toEqual({ row: 10, id: 'id-9' })
  list.remove(new Set(['id-8', 'id-9']))
  expect(findAgain(list, mark)).toEqual({ row: 8, id: 'id-7' })
  expect(findAgain(list, { row: 2, id: undefined })).toEqual({ row: 2, id: 'id-1' })
})

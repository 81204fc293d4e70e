import type { File } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { ListWindow } from '../listing/list-window.ts'
import { neighboursOf, rowsAround } from './neighbour-files.ts'

test('the next and previous file skip folders, and the position counts only files', async () => {
  const list = await read('D a D D b c D')
  expect(named(neighboursOf(list, 1))).toEqual({ next: 'b', position: 1, count: 3 })
  expect(named(neighboursOf(list, 4))).toEqual({
    previous: 'a',
    next: 'c',
    position: 2,
    count: 3,
  })
  expect(named(neighboursOf(list, 5))).toEqual({ previous: 'b', position: 3, count: 3 })
})

test('the number of folders gives the position of a file far down the list', async () => {
  const names = [...Array(300).fill('D'), ...Array(700).fill('f')].join(' ')
  const list = await read(names, { folders: 300 })
  list.lookBeside({ first: 950, last: 960 })
  await Promise.resolve()
  await expect.poll(() => list.rowAt(950)).toBeDefined()
  expect(neighboursOf(list, 950)).toMatchObject({ position: 651, count: 700 })
  expect(rowsAround(list, 950)).toEqual({ first: 909, last: 991 })
})

test('the position is unknown while the end of the list is unknown', async () => {
  const list = await read(Array(500).fill('f').join(' '), { isMeasured: false })
  const { next, position, count } = neighboursOf(list, 3)
  expect(next?.name).toBe('f')
  expect({ position, count }).toEqual({ position: undefined, count: undefined })
  // Rows after the last known one have to be loaded first.
  expect(neighboursOf(list, 199).next).toBeUndefined()
  expect(rowsAround(list, 199).last).toBe(240)
})

/** A list of files, and of folders called D. */
async function read(
  names: string,
  { isMeasured = true, folders }: { isMeasured?: boolean; folders?: number } = {},
): Promise<ListWindow> {
  const files = names.split(' ').map(toFile)
  const every = 200
  const list = new ListWindow({
    async page({ page_token = '0', page_size }) {
      const from = Number(page_token)
      const end = from + page_size
      const page = files.slice(from, end)
      return end < files.length ? { files: page, next_page_token: String(end) } : { files: page }
    },
    async measure() {
      if (!isMeasured) return { every }
      const stretches = Math.ceil(files.length / every)
      const page_tokens = Array.from({ length: stretches - 1 }, (_, n) => String((n + 1) * every))
      return { count: files.length, every, page_tokens, folders }
    },
  })
  await list.refresh()
  return list
}

function named({ previous, next, ...place }: ReturnType<typeof neighboursOf>) {
  return {
    ...(previous && { previous: previous.name }),
    ...(next && { next: next.name }),
    ...place,
  }
}

function toFile(name: string, row: number): File {
  return {
    id: `id-${row}`,
    kind: name === 'D' ? 'folder' : 'file',
    parent_id: 'root',
    name,
    size: 0,
    created_time: '2026-01-01T00:00:00.000Z',
    modified_time: '2026-01-01T00:00:00.000Z',
    starred: false,
    tags: [],
    etag: '"1"',
    capabilities: ['view', 'add', 'edit', 'share', 'own'],
  }
}

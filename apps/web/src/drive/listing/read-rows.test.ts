import { expect, test } from 'vitest'
import { LookedAt } from './looked-at.ts'
import { locateRow, PAGE_ROWS, readBeginning, readToView, walkRows } from './read-rows.ts'
import { createServer } from './testing.ts'

const { signal } = new AbortController()

test('a short list is loaded with its first page', async () => {
  const server = createServer(150)
  const beginning = await readBeginning(server, signal)
  expect(beginning).toMatchObject({ tokens: [undefined], count: 150 })
  expect(await readToView(server, beginning, new LookedAt(), signal)).toBe(beginning)
  expect(server.asked()).toBe(1)
})

test('of a list of known length, only the pages in view are loaded', async () => {
  const server = createServer(5_000)
  const lookedAt = new LookedAt()
  lookedAt.look({ first: 3_100, last: 3_150 })
  const beginning = await readBeginning(server, signal)
  const { rows, tokens, count } = await readToView(server, beginning, lookedAt, signal)
  expect({ count, stretches: tokens.length }).toEqual({ count: 5_000, stretches: 25 })
  expect(rows).toHaveLength(5_000)
  const there = rows.flatMap((file) => (file ? [Number(file.name)] : []))
  expect(there).toEqual([...range(0, 200), ...range(3_000, 3_200)])
})

test('a list of unknown length is loaded up to the rows in view, also with short pages', async () => {
  const server = createServer(700, { isMeasured: false, shortPages: true })
  const lookedAt = new LookedAt()
  lookedAt.look({ first: 390, last: 430 })
  const beginning = await readBeginning(server, signal)
  const { rows, tokens, count } = await readToView(server, beginning, lookedAt, signal)
  expect(rows.map((file) => Number(file?.name))).toEqual(range(0, 3 * PAGE_ROWS))
  expect(tokens).toEqual([undefined, '200', '400', '600'])
  expect(count).toBeUndefined()
})

test('rows can be read from any row to the end', async () => {
  const server = createServer(2_345)
  const files = []
  const start = { at: 1_200, token: '1200' }
  for await (const page of walkRows(server, 1_234, start, signal)) {
    expect(page.at).toBe(1_234 + files.length)
    files.push(...page.files)
    expect(page.isLast).toBe(files.length === 1_111)
  }
  expect(files).toHaveLength(1_111)
  expect(files.at(0)?.name).toBe('1234')
  expect(files.at(-1)?.name).toBe('2344')
})

test('the position of a file is asked from the server, or found by reading the list', async () => {
  const server = createServer(12_000)
  const asked: string[] = []
  const measured = {
    ...server,
    async position(id: string) {
      asked.push(id)
      return id === 'id-2500' ? 2_500 : undefined
    },
  }
  expect(await locateRow(measured, 'id-2500', signal)).toBe(2_500)
  expect(await locateRow(measured, 'never', signal)).toBeUndefined()
  expect(asked).toEqual(['id-2500', 'never'])
  expect(server.asked()).toBe(0)
  expect(await locateRow(server, 'id-2500', signal)).toBe(2_500)
  // Nobody waits for a walk without an end.
  expect(await locateRow(server, 'id-11000', signal)).toBeUndefined()
  expect(server.asked()).toBe(3 + 10)
})

function range(from: number, end: number): number[] {
  return Array.from({ length: end - from }, (_, index) => from + index)
}

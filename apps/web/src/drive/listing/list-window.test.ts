import type { File } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { type ListSource, ListWindow, PAGE_ROWS } from './list-window.ts'

test('a list of a million: only what is looked at is read, wherever that is', async () => {
  const server = createServer(1_000_000)
  const list = new ListWindow(server)
  list.look(0, 30)
  await server.settled()
  expect(list.state()).toMatchObject({ rowCount: 1_000_000, isOpen: false, isLoading: false })
  expect(list.rowAt(30)?.name).toBe('30')
  list.look(777_777, 777_800)
  await server.settled()
  expect(list.rowAt(777_777)?.name).toBe('777777')
  list.look(999_990, 1_000_050)
  await server.settled()
  expect(list.rowAt(999_999)?.name).toBe('999999')
  expect(server.asked()).toBeLessThan(10)
})

test('what is far from the view is let go, and read again on the way back', async () => {
  const server = createServer(100_000)
  const list = new ListWindow(server)
  for (let at = 0; at < 100_000; at += 50) {
    list.look(at, at + 50)
    await server.settled()
    expect(list.rowAt(at)?.name).toBe(String(at))
  }
  expect(list.rowAt(0)).toBeUndefined()
  expect(list.rowsBetween(0, 99_999).length).toBeLessThan(12_000)
  list.look(0, 50)
  await server.settled()
  expect(list.rowAt(0)?.name).toBe('0')
})

test('a list that can only be walked grows while one scrolls, to its end', async () => {
  const server = createServer(450, { isMeasured: false })
  const list = new ListWindow(server)
  list.look(0, 30)
  await server.settled()
  expect(list.state()).toMatchObject({ rowCount: PAGE_ROWS, isOpen: true })
  list.look(190, 230)
  await server.settled()
  expect(list.state()).toMatchObject({ rowCount: 400, isOpen: true })
  list.look(390, 430)
  await server.settled()
  expect(list.state()).toMatchObject({ rowCount: 450, isOpen: false })
  expect(list.rowAt(449)?.name).toBe('449')
})

test('the beginning of a long list is seen before it is known how long it is', async () => {
  const server = createServer(5_000)
  const measured = Promise.withResolvers<void>()
  const list = new ListWindow({
    page: server.page,
    async measure(query, options) {
      await measured.promise
      return (await server.measure?.(query, options)) ?? { every: query.page_size }
    },
  })
  list.look(0, 30)
  await server.settled()
  expect(list.state()).toMatchObject({ rowCount: PAGE_ROWS, isOpen: true, isLoading: false })
  expect(list.rowAt(0)?.name).toBe('0')
  measured.resolve()
  await server.settled()
  expect(list.state()).toMatchObject({ rowCount: 5_000, isOpen: false })
})

test('a change is shown without a moment in which rows are missing', async () => {
  const server = createServer(1000)
  const list = new ListWindow(server)
  list.look(400, 430)
  await server.settled()
  const seen: (string | undefined)[] = []
  list.subscribe(() => seen.push(list.rowAt(400)?.name))
  server.insertFirst('new')
  await list.refresh()
  expect(list.state().rowCount).toBe(1001)
  expect(new Set(seen)).toEqual(new Set(['399']))
  expect(list.rowAt(0)?.name).toBe('new')
})

test('changes while it reads lead to one more reading, not to many', async () => {
  const server = createServer(10)
  const list = new ListWindow(server)
  list.look(0, 9)
  server.insertFirst('a')
  void list.refresh()
  server.insertFirst('b')
  void list.refresh()
  await server.settled()
  expect(list.rowAt(0)?.name).toBe('b')
  expect(server.asked()).toBe(2)
})

test('rows that are taken out leave no gap, and what fails says so and can be tried again', async () => {
  const server = createServer(300)
  const list = new ListWindow(server)
  list.look(0, 30)
  await server.settled()
  list.remove(new Set(['id-1', 'id-3']))
  expect(list.state().rowCount).toBe(298)
  expect(list.rowsBetween(0, 3).map(({ name }) => name)).toEqual(['0', '2', '4', '5'])
  server.fail(new Error('away'))
  await list.refresh()
  expect(list.state().partError).toEqual(new Error('away'))
  expect(list.rowAt(0)?.name).toBe('0')
  server.fail(undefined)
  list.retry()
  await server.settled()
  expect(list.state()).toMatchObject({ partError: null, rowCount: 300 })
})

test('a list that never came says why', async () => {
  const server = createServer(3)
  server.fail(new Error('away'))
  const list = new ListWindow(server)
  list.look(0, 9)
  await server.settled()
  expect(list.state()).toMatchObject({ error: new Error('away'), isLoading: false, rowCount: 0 })
  server.fail(undefined)
  list.retry()
  await server.settled()
  expect(list.state()).toMatchObject({ error: null, rowCount: 3 })
})

test('a try that begins while another one is about to fail is made all the same', async () => {
  const server = createServer(3)
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ways = [() => first.promise, () => second.promise]
  const list = new ListWindow({
    async page(...asked) {
      await ways.shift()?.()
      return server.page(...asked)
    },
  })
  list.look(0, 30)
  first.reject(new Error('no way there'))
  await expect.poll(() => list.state().error).not.toBeNull()
  const reading = list.refresh()
  list.retry()
  second.reject(new Error('no way there'))
  await reading
  await expect.poll(() => list.state()).toMatchObject({ error: null, rowCount: 3 })
})

test('a walk gives rows that nobody has seen, too, from anywhere to the end', async () => {
  const server = createServer(2_345)
  const list = new ListWindow(server)
  list.look(0, 10)
  await server.settled()
  const files = []
  for await (const page of list.walk(1_234, new AbortController().signal)) {
    expect(page.at).toBe(1_234 + files.length)
    files.push(...page.files)
  }
  expect(files).toHaveLength(1_111)
  expect(files.at(0)?.name).toBe('1234')
  expect(files.at(-1)?.name).toBe('2344')
})

test('short pages of a filtered list put no row in a wrong place', async () => {
  const server = createServer(700, { isMeasured: false, shortPages: true })
  const list = new ListWindow(server)
  list.look(0, 30)
  await server.settled()
  expect(list.state()).toMatchObject({ rowCount: PAGE_ROWS, isOpen: true })
  for (const row of [190, 390, 590]) {
    list.look(row, row + 40)
    await server.settled()
  }
  expect(list.state()).toMatchObject({ rowCount: 700, isOpen: false })
  expect(list.rowsBetween(0, 699).map(({ name }) => Number(name))).toEqual([...Array(700).keys()])
})

test('what changes while nobody looks is read when somebody does', async () => {
  const server = createServer(10)
  const list = new ListWindow(server)
  list.look(0, 9)
  await server.settled()
  server.insertFirst('new')
  list.outdate()
  await server.settled()
  expect(server.asked()).toBe(1)
  list.look(0, 9)
  await server.settled()
  expect(list.rowAt(0)?.name).toBe('new')
  expect(list.indexOf('id-0')).toBe(1)
})

test('what is looked at over a list is read and kept, wherever the list is scrolled to', async () => {
  const server = createServer(100_000)
  const list = new ListWindow(server)
  list.look(0, 30)
  await server.settled()
  list.lookBeside({ first: 50_000, last: 50_010 })
  await server.settled()
  expect(list.rowAt(50_005)?.name).toBe('50005')
  list.look(60, 90)
  await list.refresh()
  expect(list.rowAt(50_005)?.name).toBe('50005')
  expect(list.rowAt(60)?.name).toBe('60')
  list.lookBeside(undefined)
  list.look(0, 30)
  expect(list.rowAt(50_005)).toBeUndefined()
})

test('a file that nobody has seen is found: by asking where it stands, or by walking there', async () => {
  const server = createServer(3_000)
  const { signal } = new AbortController()
  const asked: string[] = []
  const measured = new ListWindow({
    ...server,
    async position(id) {
      asked.push(id)
      return id === 'id-2500' ? 2_500 : undefined
    },
  })
  expect(await measured.locate('id-2500', signal)).toBe(2_500)
  expect(await measured.locate('never', signal)).toBeUndefined()
  expect(asked).toEqual(['id-2500', 'never'])
  expect(server.asked()).toBe(0)
  const walked = new ListWindow(server)
  expect(await walked.locate('id-2500', signal)).toBe(2_500)
  expect(await walked.locate('never', signal)).toBeUndefined()
  server.fail(new Error('away'))
  expect(await walked.locate('id-2500', signal)).toBeUndefined()
  expect(walked.state().partError).toEqual(new Error('away'))
})

/** Answers as the server does: tokens are numbers of rows. */
function createServer(count: number, { isMeasured = true, shortPages = false } = {}) {
  const names = Array.from({ length: count }, (_, index) => String(index))
  const pending = new Set<Promise<unknown>>()
  let failure: Error | undefined
  let asked = 0
  function answer<T>(make: () => T): Promise<T> {
    const answered = Promise.resolve().then(() => {
      if (failure) throw failure
      return make()
    })
    const settled = answered.catch(() => {})
    pending.add(settled)
    void settled.then(() => pending.delete(settled))
    return answered
  }
  const source: ListSource = {
    page({ page_token = '0', page_size }) {
      asked++
      return answer(() => {
        const from = Number(page_token)
        const end = from + (shortPages ? Math.ceil(page_size / 3) : page_size)
        const files = names.slice(from, end).map(toFile)
        return end < names.length ? { files, next_page_token: String(end) } : { files }
      })
    },
    measure({ page_size }) {
      return answer(() => {
        if (!isMeasured) return { every: page_size }
        let every = page_size
        while (names.length / every > 2000) every *= 2
        const tokens = Math.ceil(names.length / every) - 1
        return {
          count: names.length,
          every,
          page_tokens: Array.from({ length: tokens }, (_, index) => String((index + 1) * every)),
        }
      })
    },
  }
  return {
    ...source,
    asked: () => asked,
    insertFirst: (name: string) => names.unshift(name),
    fail: (error: Error | undefined) => {
      failure = error
    },
    async settled() {
      do {
        await Promise.all(pending)
        // What an answer has led to begins in the turns after it.
        for (let turn = 0; turn < 10; turn++) await Promise.resolve()
      } while (pending.size > 0)
    },
  }
}

function toFile(name: string): File {
  return {
    id: `id-${name}`,
    kind: 'file',
    parent_id: 'root',
    name,
    size: 0,
    created_time: '2026-01-01T00:00:00.000Z',
    modified_time: '2026-01-01T00:00:00.000Z',
    starred: false,
    tags: [],
    etag: '"1"',
  }
}

import { expect, test } from 'vitest'
import { ListWindow } from './list-window.ts'
import { PAGE_ROWS } from './read-rows.ts'
import { createServer } from './testing.ts'

test('of a list of a million rows, only the rows in view are loaded', async () => {
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

test('rows far from the view are dropped, and loaded again after scrolling back', async () => {
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

test('a list of unknown length grows while scrolling, up to its end', async () => {
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

test('the beginning of a long list is shown before its length is known', async () => {
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

test('a refresh shows a change without any row going missing in between', async () => {
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

test('several changes during a load cause only one more load', async () => {
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

test('removed rows leave no gap, and a failed refresh is reported and can be retried', async () => {
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

test('a list that failed to load reports why and can be retried', async () => {
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

test('a retry during a load that then fails still takes place', async () => {
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

test('a list that changes while not in view is loaded when it is viewed again', async () => {
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

test('rows around an open preview are loaded and kept, wherever the list is scrolled to', async () => {
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

test('reading a list from a row starts near that row', async () => {
  const server = createServer(100_000)
  const list = new ListWindow(server)
  list.look(0, 10)
  await server.settled()
  const before = server.asked()
  const walk = list.walk(98_765, new AbortController().signal)
  const names = []
  for await (const { files } of walk) names.push(...files.map(({ name }) => name))
  expect(names).toHaveLength(1_235)
  expect([names.at(0), names.at(-1)]).toEqual(['98765', '99999'])
  expect(server.asked() - before).toBe(2)
})

test('locating a file fails while the server fails, and the list reports why', async () => {
  const server = createServer(3_000)
  const list = new ListWindow(server)
  const { signal } = new AbortController()
  expect(await list.locate('id-2500', signal)).toBe(2_500)
  server.fail(new Error('away'))
  expect(await list.locate('id-2500', signal)).toBeUndefined()
  expect(list.state().partError).toEqual(new Error('away'))
})

import type { Task } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { createTaskBoard, type TaskItem } from './task-board.ts'
import { createTaskLabels } from './task-labels.ts'

test('a task that has finished at the second check is never shown', async () => {
  const { board, server, ended } = open()
  const following = board.follow(server.begin('move'), { label: 'Moving Trips' })
  server.tell({ phase: 'complete', done: 3 })
  await expect(following).resolves.toMatchObject({ phase: 'complete' })
  expect(board.items()).toEqual([])
  expect(ended).toEqual([])
})

test('a longer task is shown until it has ended and is dismissed', async () => {
  const { board, server, ended } = open()
  const following = board.follow(server.begin('copy'), { label: 'Copying Trips' })
  server.tell({ phase: 'running', done: 10, total: 40, progress: 25 })
  await server.seen()
  expect(board.items()).toMatchObject([{ label: 'Copying Trips', task: { progress: 25 } }])
  board.clear()
  expect(board.items()).toHaveLength(1)
  server.tell({ phase: 'complete', done: 40, progress: 100 })
  await following
  expect(board.items()).toMatchObject([{ task: { phase: 'complete' } }])
  expect(ended.map(({ label }) => label)).toEqual(['Copying Trips'])
  board.clear()
  expect(board.items()).toEqual([])
})

test('a task with failures is shown, however quick it was', async () => {
  const { board, server } = open()
  const failures = [{ id: 'a', name: 'a.txt', error: 'already_exists', description: 'taken' }]
  const following = board.follow(server.begin('move'))
  server.tell({ phase: 'complete', done: 2, failed: 1, failures })
  await following
  expect(board.items()).toMatchObject([{ task: { failed: 1 } }])
})

test('after a reload, a running task is found again with its label', async () => {
  const { board, server, labels } = open()
  void board.follow(server.begin('copy'), { label: 'Copying Trips' })
  board.close()
  const again = open({ server, labels })
  await again.board.resume()
  expect(again.board.items()).toMatchObject([{ label: 'Copying Trips', task: { kind: 'copy' } }])
  server.tell({ phase: 'complete' })
  await server.settled()
  expect(again.board.items()).toMatchObject([{ task: { phase: 'complete' } }])
  expect(labels.get('t1')).toBeUndefined()
})

test('tasks that the server started itself are not shown', async () => {
  const { board, server } = open()
  server.begin('index')
  await board.resume()
  expect(board.items()).toEqual([])
})

test('a lost connection does not end a task: it is checked again', async () => {
  const { board, server } = open()
  const following = board.follow(server.begin('copy'))
  server.tell({ phase: 'running', done: 1 })
  await server.seen()
  server.fail(new ServiceError('unreachable'))
  await server.asked()
  server.tell({ phase: 'complete', done: 9 })
  await expect(following).resolves.toMatchObject({ done: 9 })
})

test('a task that the server has forgotten is removed from the list', async () => {
  const { board, server } = open()
  const following = board.follow(server.begin('copy'))
  server.tell({ phase: 'running', done: 1 })
  await server.seen()
  server.fail(new ServiceError('not_found'))
  await expect(following).resolves.toBeUndefined()
  expect(board.items()).toEqual([])
})

test('a cancelled task is shown as cancelled', async () => {
  const { board, server } = open()
  const following = board.follow(server.begin('copy'))
  server.tell({ phase: 'running', done: 1 })
  await server.seen()
  await board.cancel('t1')
  await following
  expect(board.items()).toMatchObject([{ task: { phase: 'cancelled' } }])
})

test('a task of another drive is followed and cancelled there, and is found there after a reload', async () => {
  const { board, labels } = open()
  const other = createServer()
  const begun = other.begin('move_across')
  void board.follow(begun, { label: 'Moving Trips', driveId: 'd' })
  board.close()
  // The page is loaded again; the list of its own drive does not have the task.
  const again = open({ labels, tasksIn: (driveId) => (driveId === 'd' ? other : createServer()) })
  await again.board.resume()
  expect(again.board.follows('t1')).toBe(true)
  other.tell({ phase: 'running', done: 1 })
  await other.seen()
  other.tell({ phase: 'running', done: 2 })
  await other.seen()
  const shown = { label: 'Moving Trips', task: { kind: 'move_across' } }
  expect(again.board.items()).toMatchObject([shown])
  await again.board.cancel('t1')
  await other.settled()
  expect(again.board.items()).toMatchObject([{ task: { phase: 'cancelled' } }])
  expect(labels.elsewhere()).toEqual([])
})

test('a task that the board of the page follows is not shown by that of its drive too', async () => {
  const { board, server } = open()
  server.begin('move_across')
  await board.resume({ isShown: (id) => id === 't1' })
  expect(board.items()).toEqual([])
})

function open({
  server = createServer(),
  labels = createTaskLabels(createStorage()),
  tasksIn = (_driveId: string) => server,
} = {}) {
  const ended: TaskItem[] = []
  const board = createTaskBoard({
    tasks: server,
    tasksIn,
    labels,
    pause: async () => undefined,
    onEnded: (item) => void ended.push(item),
  })
  return { board, server, labels, ended }
}

function createStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

/** A server with one task; the test decides what the next check of it returns. */
function createServer() {
  let task: Task | undefined
  let looks = Promise.withResolvers<Task>()
  let asks = Promise.withResolvers<void>()
  /** Long enough for every promise that waits for a look. */
  const turn = async () => {
    for (let step = 0; step < 20; step++) await Promise.resolve()
  }

  const server = {
    begin(kind: string): Task {
      task = {
        task_id: 't1',
        kind,
        phase: 'pending',
        progress: 0,
        done: 0,
        failed: 0,
        failures: [],
        created_time: '2026-11-15T09:00:00.000Z',
        updated_time: '2026-11-15T09:00:00.000Z',
      }
      return task
    },
    tell(change: Partial<Task>) {
      if (task === undefined) throw new Error('nothing was begun')
      task = { ...task, ...change }
      const { resolve } = looks
      looks = Promise.withResolvers<Task>()
      resolve(task)
    },
    fail(error: unknown) {
      const { reject } = looks
      looks = Promise.withResolvers<Task>()
      asks = Promise.withResolvers<void>()
      reject(error)
    },
    seen: turn,
    settled: turn,
    asked: () => asks.promise,
    async list() {
      return { tasks: task === undefined ? [] : [task] }
    },
    async wait(
      begun: { task_id: string } | Task,
      options: { onProgress?: (task: Task) => void; signal?: AbortSignal } = {},
    ): Promise<Task> {
      const { onProgress, signal } = options
      asks.resolve()
      const leaving = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(new ServiceError('cancelled')))
      })
      leaving.catch(() => undefined)
      if ('phase' in begun) onProgress?.(begun)
      for (;;) {
        const seen = await Promise.race([looks.promise, leaving])
        onProgress?.(seen)
        if (seen.phase !== 'pending' && seen.phase !== 'running') return seen
      }
    },
    async cancel(): Promise<Task> {
      server.tell({ phase: 'cancelled' })
      if (task === undefined) throw new Error('nothing was begun')
      return task
    },
  }
  return server
}

import type { Task } from '@awan/protocol/drive'
import { expect, test, vi } from 'vitest'
import { runBatch, TaskCancelled } from './run-batch.ts'

const time = '2026-01-01T00:00:00Z'
const task = (change: Partial<Task> = {}): Task => ({
  task_id: 't',
  kind: 'move',
  phase: 'complete',
  progress: 100,
  done: 0,
  failed: 0,
  failures: [],
  created_time: time,
  updated_time: time,
  ...change,
})
const failure = (id: string, error = 'already_exists') => ({ id, error, description: error })
const atOnce = async (begun: Task) => begun
const names = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`)

test('a large batch is split into parts of 200, and refused files are not counted as done', async () => {
  const call = vi.fn(async (ids: string[]) =>
    task({ failures: ids.includes('f201') ? [failure('f201')] : [] }),
  )
  const { done, failures, stopped } = await runBatch(atOnce, names(450), call, () => {})
  expect(call.mock.calls.map(([ids]) => ids.length)).toEqual([200, 200, 50])
  expect(done).toHaveLength(449)
  expect(done).not.toContain('f201')
  expect(failures).toEqual([failure('f201')])
  expect(stopped).toBeUndefined()
})

test('an error ends the batch, and what was done before is reported', async () => {
  const call = vi
    .fn<(ids: string[]) => Promise<Task>>()
    .mockResolvedValueOnce(task())
    .mockRejectedValueOnce(new Error('no network'))
  const { done, stopped } = await runBatch(atOnce, names(500), call, () => {})
  expect(done).toHaveLength(200)
  expect(stopped).toEqual(new Error('no network'))
  expect(call).toHaveBeenCalledTimes(2)
})

test('a cancelled or failed task reports why the batch stopped', async () => {
  const cancelled = await runBatch(
    atOnce,
    ['a'],
    async () => task({ phase: 'cancelled' }),
    () => {},
  )
  expect(cancelled.stopped).toBeInstanceOf(TaskCancelled)
  const full = failure('a', 'resource_exhausted')
  const failed = async () => task({ phase: 'failed', failures: [full] })
  expect(await runBatch(atOnce, ['a'], failed, () => {})).toMatchObject({ done: [], stopped: full })
})

test('progress is reported after each part but the last', async () => {
  const told: number[] = []
  const call = async () => task()
  await runBatch(atOnce, ['a'], call, (fraction) => told.push(fraction))
  expect(told).toEqual([])
  await runBatch(atOnce, names(800), call, (fraction) => told.push(fraction))
  expect(told).toEqual([0.25, 0.5, 0.75])
})

test('a task that the server has forgotten stops the batch with an error', async () => {
  const { done, stopped } = await runBatch(
    async () => undefined,
    ['a'],
    async () => task(),
    () => {},
  )
  expect(done).toEqual([])
  expect(stopped).toBeInstanceOf(Error)
})

import type { TakenEntry } from '@awan/client/upload-manager-browser'
import { afterEach, expect, test, vi } from 'vitest'
import { type KeptAddition, newAddition } from './kept-additions.ts'
import type { UploadHandle } from './may-read.ts'
import { createRunningAdditions } from './running-additions.ts'
import { createMemoryAdditions } from './testing.ts'

afterEach(() => vi.useRealTimers())

test('a running upload is recorded with its progress, and its record is removed at the end', async () => {
  vi.useFakeTimers()
  const kept = createMemoryAdditions()
  const running = createRunningAdditions(kept, 'here')
  const addition = begun('here')
  expect(running.begin(addition)).toEqual({ isAgain: false })
  running.remember([toTaken('a.txt'), toTaken('b/c.txt')], addition.id)
  expect(await kept.list()).toMatchObject([{ total: 2, done: 0, hasFolders: true, hasFiles: true }])
  expect(await kept.filesOf(addition.id)).toEqual([
    ['a.txt', 3, 1000],
    ['b/c.txt', 3, 1000],
  ])
  const progress = { name: addition.id, total: 2, isCounting: false }
  running.told([{ ...progress, done: 1, over: 1 }])
  expect(await kept.list()).toMatchObject([{ done: 1 }])
  running.told([{ ...progress, total: 3, done: 2, over: 2 }])
  expect(await kept.list(), 'a moment later nothing is written').toMatchObject([{ done: 1 }])
  vi.advanceTimersByTime(2000)
  running.told([{ ...progress, total: 3, done: 2, over: 2 }])
  expect(await kept.list()).toMatchObject([{ total: 3, done: 2 }])
  expect(running.folderIds()).toEqual(['top'])
  running.told([{ ...progress, total: 3, done: 3, over: 3 }])
  expect([await kept.list(), running.folderIds()]).toEqual([[], []])
})

test('an upload of an earlier page is taken over, and its files are not recorded twice', async () => {
  const kept = createMemoryAdditions()
  const running = createRunningAdditions(kept, 'here')
  const addition = begun('earlier')
  expect(running.begin(addition)).toEqual({ isAgain: true })
  running.remember([toTaken('a.txt')], addition.id)
  expect(await kept.list()).toMatchObject([{ id: addition.id, pageId: 'here' }])
  expect(await kept.filesOf(addition.id)).toEqual([])
})

test('an upload survives a reload only if its handles are stored', async () => {
  const kept = createMemoryAdditions()
  const running = createRunningAdditions(kept, 'here')
  expect(running.areKept()).toBe(true)
  const addition = begun('here')
  running.begin(addition)
  running.keepHandles(addition.id, Array.from({ length: 65 }, toHandle))
  expect(running.areKept()).toBe(false)
  await expect.poll(() => running.areKept()).toBe(true)
  const portions = []
  for await (const portion of kept.handlesOf(addition.id)) portions.push(portion.length)
  expect(portions).toEqual([64, 1])
  running.endAll()
  expect(await kept.list()).toEqual([])
  kept.fail(new Error('no room'))
  running.begin(begun('here'))
  running.clear()
  await expect.poll(() => running.areKept()).toBe(false)
})

test('the handles of a folder are enough to resume once all of its files are recorded', async () => {
  const kept = createMemoryAdditions()
  const running = createRunningAdditions(kept, 'here')
  const addition = begun('here')
  running.begin(addition)
  running.keepHandles(addition.id, [{ kind: 'directory', name: 'trip', async *values() {} }])
  await expect.poll(() => addition.hasHandles).toBe(true)
  expect(running.areKept()).toBe(false)
  running.isWhole(addition.id)
  expect(running.areKept()).toBe(true)
  expect(await kept.list()).toMatchObject([{ isWhole: true, hasFolders: true }])

  const earlier = begun('earlier')
  running.begin(earlier)
  running.isWhole(earlier.id)
  expect(earlier.isWhole, 'what an earlier page had not written down is still unknown').toBe(false)
})

function begun(pageId: string): KeptAddition {
  return newAddition({ folderId: 'top', pageId, isChoosable: true })
}

function toTaken(path: string): TakenEntry {
  return { path, kind: 'file', size: 3, modified_time: '1970-01-01T00:00:01.000Z' }
}

function toHandle(): UploadHandle {
  return { kind: 'file', name: 'a.txt', getFile: async () => new File([], 'a.txt') }
}

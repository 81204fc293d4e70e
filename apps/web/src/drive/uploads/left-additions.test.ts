import { expect, test } from 'vitest'
import { type KeptAddition, newAddition } from './kept-additions.ts'
import { createLeftAdditions, type LeftAdditions } from './left-additions.ts'
import type { UploadHandle } from './may-read.ts'
import { createMemoryAdditions } from './testing.ts'

test('interrupted uploads are offered to resume, except those that resume on their own or cannot be resumed', async () => {
  const { kept, left } = open()
  await kept.put(toAddition('sent elsewhere', { pageId: 'other', total: 1 }))
  await kept.put(toAddition('chosen', { total: 1 }))
  await kept.put(toAddition('nothing written down'))
  await kept.put(toAddition('pasted', { isChoosable: false, total: 1 }))
  for (const [id, isAllowed] of [
    ['allowed', true],
    ['asked about', false],
  ] as const) {
    await kept.put(toAddition(id, { hasHandles: true }))
    await kept.addHandles(id, [toHandle(isAllowed)])
  }
  expect(await findUnasked(left)).toEqual(['allowed'])
  expect(left.list().map(({ id }) => id)).toEqual(['chosen', 'asked about'])
  expect((await kept.list()).map(({ id }) => id)).toEqual([
    'sent elsewhere',
    'chosen',
    'allowed',
    'asked about',
  ])
  await left.forget('chosen')
  expect(left.list().map(({ id }) => id)).toEqual(['asked about'])
  await left.forgetAll()
  expect([left.list(), await kept.list()]).toEqual([[], []])
})

test('an upload that another page has resumed meanwhile cannot be claimed', async () => {
  const { kept, left } = open()
  await kept.put(toAddition('one', { total: 1 }))
  await kept.put(toAddition('two', { total: 1 }))
  expect(await findUnasked(left)).toEqual([])
  await kept.put(toAddition('two', { pageId: 'other', total: 1 }))
  expect(await left.claim('one')).toMatchObject({ id: 'one' })
  expect(await left.claim('two')).toBeUndefined()
  expect(left.list()).toEqual([])
})

test('an upload that a living page sends is known to the other pages, and one that was left is not', async () => {
  const { kept, left } = open()
  await kept.put(toAddition('left', { total: 1 }))
  await kept.put(toAddition('mine', { pageId: 'here', total: 1 }))
  expect(await left.runElsewhere()).toBe(false)
  await kept.put(toAddition('theirs', { pageId: 'other', total: 1 }))
  expect(await left.runElsewhere()).toBe(true)
})

test('files that were not chosen again are kept for another time', async () => {
  const { kept, left } = open()
  await left.leave('top', [
    ['a.txt', 1, 2],
    ['b.txt', 1, 2],
  ])
  const [rest] = left.list()
  expect(rest).toMatchObject({ folderId: 'top', total: 2, hasFiles: true, hasFolders: false })
  expect(await kept.list()).toEqual([rest])
  const again = new File(['a'], 'a.txt', { lastModified: 2 })
  const { found, missing } = await left.matchAgain(rest?.id ?? '', [again])
  expect(found).toMatchObject([{ path: 'a.txt' }])
  expect(missing).toEqual([['b.txt', 1, 2]])
})

test('uploads to one drive are not resumed in another one', async () => {
  const { kept, left } = open('hers')
  await kept.put(toAddition('to my drive', { total: 1 }))
  await kept.put(toAddition('to another drive', { total: 1, driveId: 'his' }))
  await kept.put(toAddition('to this drive', { total: 1, driveId: 'hers' }))
  expect(await findUnasked(left)).toEqual([])
  expect(left.list().map(({ id }) => id)).toEqual(['to this drive'])
  expect(await kept.list()).toHaveLength(3)
  await left.leave('top', [['a.txt', 1, 2]])
  expect(left.list().at(-1)).toMatchObject({ driveId: 'hers' })
})

function open(driveId?: string) {
  const kept = createMemoryAdditions()
  const page = { id: 'here', areAlive: async () => new Set(['here', 'other']), leave() {} }
  return { kept, left: createLeftAdditions(kept, page, () => undefined, driveId) }
}

async function findUnasked(left: LeftAdditions): Promise<string[]> {
  const ids = []
  for await (const { id } of left.find()) ids.push(id)
  return ids
}

/** Of a page that is gone. */
function toAddition(id: string, change: Partial<KeptAddition> = {}): KeptAddition {
  const begun = { folderId: 'top', pageId: 'gone', isChoosable: true }
  return { ...newAddition(begun), id, ...change }
}

function toHandle(isAllowed: boolean): UploadHandle {
  return {
    kind: 'file',
    name: 'a.txt',
    getFile: async () => new File([], 'a.txt'),
    queryPermission: async () => (isAllowed ? 'granted' : 'prompt'),
  }
}

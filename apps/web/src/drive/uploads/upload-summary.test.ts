import { expect, test } from 'vitest'
import type { UploadItem, UploadState } from './upload-queue.ts'
import { inOrderOfInterest, summarize } from './upload-summary.ts'

let id = 0
const item = (size: number, state: UploadState): UploadItem => {
  id += 1
  return { id, name: `${state.kind}-${id}`, size, parentId: 'root', state }
}
const done: UploadState = { kind: 'done', file: {} as never }

test('what was cancelled counts neither as sent nor as to be sent', () => {
  const items = [
    item(100, done),
    item(300, { kind: 'sending', sentBytes: 100 }),
    item(1000, { kind: 'cancelled' }),
    item(50, { kind: 'waiting' }),
  ]
  expect(summarize(items, 50)).toEqual({
    running: 2,
    done: 1,
    conflicts: 0,
    failed: 0,
    sentBytes: 200,
    totalBytes: 450,
    secondsLeft: 5,
  })
})

test('no time is promised before there is a rate', () => {
  expect(summarize([item(1, { kind: 'waiting' })], 0).secondsLeft).toBeUndefined()
})

test('what needs a person stands first and what is over last', () => {
  const kinds = inOrderOfInterest([
    item(1, done),
    item(1, { kind: 'waiting' }),
    item(1, { kind: 'sending', sentBytes: 0 }),
    item(1, { kind: 'conflict' }),
    item(1, { kind: 'failed', error: new Error('x') }),
  ]).map(({ state }) => state.kind)
  expect(kinds).toEqual(['conflict', 'failed', 'sending', 'waiting', 'done'])
})

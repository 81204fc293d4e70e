import type { File } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { marksOf, press, toChange, type WantedTags } from './tag-marks.ts'

const file = (...tags: string[]) => ({ tags }) as File

test('a tag is told to be on all of some files, or on some of them', () => {
  expect(marksOf([file('sea', 'sun'), file('sun')])).toEqual([
    { tag: 'sun', mark: 'all' },
    { tag: 'sea', mark: 'some' },
  ])
})

/** What is asked for after each press. */
function pressed(mark: 'all' | 'some' | 'none', times: number) {
  let wanted: WantedTags = new Map()
  return Array.from({ length: times }, () => {
    wanted = press(wanted, { tag: 'sea', mark })
    return toChange(wanted)
  })
}
const add = { add: ['sea'], remove: [] }
const remove = { add: [], remove: ['sea'] }
const nothing = { add: [], remove: [] }

test('a tag that some have is added to all, then removed from all, then left as it was', () => {
  expect(pressed('some', 4)).toEqual([add, remove, nothing, add])
})

test('a tag that all have, or none, is removed or added, and then left as it was', () => {
  expect(pressed('all', 3)).toEqual([remove, nothing, remove])
  expect(pressed('none', 3)).toEqual([add, nothing, add])
})

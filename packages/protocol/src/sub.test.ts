import { expect, test } from 'vitest'
import { isAnonymousSub } from './sub.ts'

test('[ENT-3] [ACC-40] [ACC-41] a user is anonymous if the sub starts with AMS=, and registered otherwise', () => {
  expect(isAnonymousSub('AMS=4f0c')).toBe(true)
  for (const sub of ['4f0c', 'ams=4f0c', ' AMS=4f0c', 'AMS', '']) {
    expect(isAnonymousSub(sub)).toBe(false)
  }
})

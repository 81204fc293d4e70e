import { expect, test } from 'vitest'
import { readSharedTab } from './shared-search.ts'

test('the address names the tab of what is shared, and an unknown one shows what is shared with me', () => {
  expect(readSharedTab({ tab: 'links' })).toBe('links')
  expect(readSharedTab({ tab: 'by-me' })).toBe('by-me')
  expect(readSharedTab({ tab: 'everything' })).toBe('with-me')
  expect(readSharedTab({})).toBe('with-me')
})

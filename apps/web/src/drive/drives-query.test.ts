import { expect, test } from 'vitest'
import { isMemberOf } from './drives-query.ts'

test('a member has access to the top folder of a team drive', () => {
  const top = { id: 'top', name: '', kind: 'folder', role: 'viewer' } as const
  const folder = { id: 'songs', name: 'Songs', kind: 'folder', role: 'editor' } as const
  expect(isMemberOf({ kind: 'team', tops: [folder, top] })).toBe(true)
  expect(isMemberOf({ kind: 'team', tops: [folder] })).toBe(false)
  expect(isMemberOf({ kind: 'own', tops: [top] })).toBe(false)
})

import { expect, test } from 'vitest'
import type { Action } from './action-words.ts'
import { joinGroups } from './join-groups.ts'

function moved(id: string, data: Record<string, unknown>): Action {
  return { id, type: 'drive.move', time: '2026-11-18T12:00:00Z', data }
}

test('a group that a page has cut is joined, and other actions stay apart', () => {
  const actions = [
    moved('a', { task: 't', to: 'x', count: 900, names: ['1.txt'] }),
    moved('b', { task: 't', to: 'x', count: 100 }),
    moved('c', { task: 't', to: 'y' }),
    moved('f', { task: 't', to: 'y' }),
    moved('d', {}),
    moved('e', {}),
  ]
  const joined = joinGroups(actions)
  expect(joined.map(({ id, data }) => [id, data?.count])).toEqual([
    ['a', 1000],
    ['c', undefined],
    ['f', undefined],
    ['d', undefined],
    ['e', undefined],
  ])
  expect(joined[0]?.data?.names).toEqual(['1.txt'])
})

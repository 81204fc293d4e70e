import type { File } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { addRefusals, findTroubles, type NewName } from './judge-names.ts'

const give = (was: string, name: string, parent_id = 'f'): NewName => ({
  file: { id: `${parent_id}:${was}`, name: was, parent_id } as File,
  name,
})

test('a name that two would have in one folder is a problem of each that changes', () => {
  const names = [
    give('a', 'x'),
    give('b', 'x'),
    give('c', 'x', 'g'),
    give('d', 'e'),
    give('e', 'e'),
  ]
  expect([...findTroubles(names)]).toEqual([
    ['f:a', { kind: 'twice' }],
    ['f:b', { kind: 'twice' }],
    ['f:d', { kind: 'twice' }],
  ])
})

test('a name that cannot be held is a problem, and names that are exchanged are none', () => {
  const names = [give('a', 'x/y'), give('b', ' '), give('c', 'd'), give('d', 'c'), give('.', '.')]
  expect([...findTroubles(names).keys()]).toEqual(['f:a', 'f:b'])
})

test('a name is free where what has it gets another one, and only there', () => {
  const names = [give('a', 'b'), give('b', 'c'), give('d', 'e'), give('g', 'h')]
  const problem = { error: 'already_exists', description: '' }
  const troubles = addRefusals(findTroubles(names), names, [
    { ...problem, id: 'f:a', taken_by: 'f:b' },
    { ...problem, id: 'f:d', taken_by: 'f:elsewhere' },
    { id: 'f:g', error: 'permission_denied', description: '' },
  ])
  expect([...troubles]).toEqual([
    ['f:d', { kind: 'refused', error: 'already_exists' }],
    ['f:g', { kind: 'refused', error: 'permission_denied' }],
  ])
})

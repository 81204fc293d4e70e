import { expect, test } from 'vitest'
import { orderNames } from './order-names.ts'

/** Ids are the names before. */
function order(names: Record<string, string>): string[] {
  const nodes = Object.keys(names).map((id) => ({ id, parent_id: 'f', name: id }))
  const wanted = Object.entries(names).map(([id, name]) => ({ id, name }))
  return orderNames(wanted, nodes).map(
    ({ id, name, turn }) => `${id} > ${name}${turn === undefined ? '' : `, ${turn}`}`,
  )
}

test('what has a name gets its own new one before', () => {
  expect(order({ a: 'b', b: 'c', c: 'd', x: 'y' })).toEqual(['c > d', 'b > c', 'a > b', 'x > y'])
  expect(order({ d: 'e', c: 'd', b: 'c' })).toEqual(['d > e', 'c > d', 'b > c'])
})

test('in a circle one makes way first', () => {
  expect(order({ a: 'b', b: 'a' })).toEqual(['a > b, makes way', 'b > a', 'a > b, follows'])
  expect(order({ x: 'a', a: 'b', b: 'c', c: 'a' })).toEqual([
    'a > b, makes way',
    'c > a',
    'b > c',
    'a > b, follows',
    'x > a',
  ])
})

test('what keeps its name, and what is elsewhere, does not make way', () => {
  expect(order({ a: 'a', b: 'a' })).toEqual(['a > a', 'b > a'])
  const nodes = [
    { id: 'a', parent_id: 'f', name: 'a' },
    { id: 'b', parent_id: 'g', name: 'b' },
  ]
  const names = [
    { id: 'a', name: 'b' },
    { id: 'b', name: 'a' },
    { id: 'gone', name: 'a' },
  ]
  expect(orderNames(names, nodes)).toEqual(names)
})

import { expect, test } from 'vitest'
import { createTakenNames } from './taken-names.ts'

const conflict = (id: number) => ({
  id,
  path: `${id}.txt`,
  size: 1,
  modified_time: undefined,
  source: undefined,
  holder: undefined,
})

test('taken names are asked about one after the other', async () => {
  let changes = 0
  const names = createTakenNames(() => {
    changes += 1
  })
  const first = names.ask(conflict(1))
  const second = names.ask(conflict(2))
  expect(names.current()).toEqual(conflict(1))
  names.answer('rename', false)
  expect(await first).toEqual({ rule: 'rename', forAll: false })
  expect(names.current()).toEqual(conflict(2))
  names.answer('skip', false)
  expect(await second).toEqual({ rule: 'skip', forAll: false })
  expect(names.current()).toBeUndefined()
  expect(changes).toBe(4)
})

test('an answer for all applies to waiting and later names, until it is reset', async () => {
  const names = createTakenNames(() => {})
  const waiting = [names.ask(conflict(1)), names.ask(conflict(2))]
  names.answer('replace', true)
  expect(await Promise.all(waiting)).toEqual(Array(2).fill({ rule: 'replace', forAll: true }))
  expect(await names.ask(conflict(3))).toEqual({ rule: 'replace', forAll: true })
  names.reset()
  void names.ask(conflict(4))
  expect(names.current()).toEqual(conflict(4))
})

import { expect, test, vi } from 'vitest'
import type { TakenAnswer, TakenQuestion } from './action-parts.ts'
import { askTaken } from './ask-taken.ts'

const taken = ['a', 'b', 'c', 'd'].map((id) => ({
  id,
  name: `${id}.txt`,
  error: 'already_exists',
  description: 'the name is taken in this folder',
}))

test('the person is asked about each taken name until an answer is for all', async () => {
  const answers: TakenAnswer[] = [
    { choice: 'replace', isForAll: false },
    { choice: 'rename', isForAll: true },
  ]
  const ask = vi.fn(async (_: TakenQuestion) => answers.shift() as TakenAnswer)
  expect(await askTaken({ askTaken: ask }, taken, 'Trips')).toEqual({
    replace: ['a'],
    rename: ['b', 'c', 'd'],
    skip: [],
  })
  expect(ask.mock.calls.map(([question]) => question)).toEqual([
    { name: 'a.txt', folder: 'Trips', otherCount: 3 },
    { name: 'b.txt', folder: 'Trips', otherCount: 2 },
  ])
})

test('nothing is asked when no name is taken', async () => {
  const ask = vi.fn()
  await askTaken({ askTaken: ask }, [], 'Trips')
  expect(ask).not.toHaveBeenCalled()
})

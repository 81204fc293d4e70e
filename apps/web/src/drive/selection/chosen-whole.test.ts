import { expect, test } from 'vitest'
import type { ListWindow } from '../listing/list-window.ts'
import { ChosenWhole } from './chosen-whole.ts'

test('a late count does not replace the answer to a newer question', async () => {
  const questions: PromiseWithResolvers<number>[] = []
  const whole = openWhole(() => {
    const question = Promise.withResolvers<number>()
    questions.push(question)
    return question.promise
  })
  const first = whole.countAgain()
  const second = whole.countAgain()
  questions[1]?.resolve(2_002)
  await second
  expect(countOf(whole)).toBe(2_002)
  questions[0]?.resolve(2_001)
  await first
  expect(countOf(whole)).toBe(2_002)
})

test('a failed count keeps the previous number', async () => {
  const whole = openWhole(() => Promise.reject(new Error('no network')))
  await whole.countAgain()
  expect(countOf(whole)).toBe(2_000)
})

/** All of a place whose list does not know its length. */
function openWhole(count: () => Promise<number>): ChosenWhole {
  const list = { state: () => ({ isOpen: true, rowCount: 100 }) } as Pick<
    ListWindow,
    'state' | 'walk'
  >
  return new ChosenWhole(list, { inside: { folder_id: 'top' }, count }, 2_000)
}

function countOf(whole: ChosenWhole): number {
  return whole.toPlace(() => undefined).count
}

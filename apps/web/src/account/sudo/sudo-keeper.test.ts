import { expect, test } from 'vitest'
import { createSudoKeeper } from './sudo-keeper.ts'

const granted = { sudo_token: 't', expires_in: 300 }

test('a sudo token is dropped ten seconds before it expires on the server', () => {
  let now = 1000
  const keeper = createSudoKeeper(() => now)
  expect(keeper.tokenOf('ana')).toBeUndefined()
  expect(keeper.keep('ana', granted)).toBe('t')
  now += 289_000
  expect(keeper.tokenOf('ana')).toBe('t')
  now += 1000
  expect(keeper.tokenOf('ana')).toBeUndefined()
})

test('a sudo token is not given to another person, nor after it was forgotten', () => {
  const keeper = createSudoKeeper(() => 0)
  keeper.keep('ana', granted)
  expect(keeper.tokenOf('budi')).toBeUndefined()
  expect(keeper.tokenOf(undefined)).toBeUndefined()
  keeper.forget()
  expect(keeper.tokenOf('ana')).toBeUndefined()
})

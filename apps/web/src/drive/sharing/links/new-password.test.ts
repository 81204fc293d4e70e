import { expect, test } from 'vitest'
import { newPassword } from './new-password.ts'

test('a generated password has letters and digits that nobody confuses, and is another one each time', () => {
  const made = Array.from({ length: 200 }, () => newPassword())
  for (const password of made)
    expect(password).toMatch(/^(?:[a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/)
  expect(new Set(made).size).toBe(made.length)
})

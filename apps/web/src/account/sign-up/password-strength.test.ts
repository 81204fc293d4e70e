import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test('a password of fewer than eight characters is too short, whatever they are', () => {
  expect(passwordStrength('aB3$x9!')).toBe(0)
  // Characters count, not code units.
  expect(passwordStrength('😀😀😀😀')).toBe(0)
})

test.each(['aaaaaaaaaaaa', '12345678', 'qwertyuiop', 'Password1!', 'abcdefgh'])(
  'the password %s is weak',
  (password) => {
    expect(passwordStrength(password)).toBe(1)
  },
)

test('the person’s name or address adds no strength to a password', () => {
  expect(passwordStrength('ranisetia2026', ['Rani Setia', 'rani@example.org'])).toBe(1)
  expect(passwordStrength('ranisetia2026')).toBeGreaterThan(1)
})

test('a password of several unrelated words is strong', () => {
  expect(passwordStrength('correct horse battery staple')).toBe(4)
  expect(passwordStrength('구름 위의 작은 파일들')).toBe(4)
})

test('a longer password is never weaker', () => {
  let before = 0
  for (let length = 1; length <= 24; length += 1) {
    const now = passwordStrength('kV9#mw2!Zr7@qLx4^Tb8&nYe'.slice(0, length))
    expect(now).toBeGreaterThanOrEqual(before)
    before = now
  }
})

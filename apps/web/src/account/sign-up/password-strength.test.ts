import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test('fewer than eight characters are too short, whatever they are', () => {
  expect(passwordStrength('aB3$x9!')).toBe(0)
  // Characters count, not code units.
  expect(passwordStrength('😀😀😀😀')).toBe(0)
})

test.each(['aaaaaaaaaaaa', '12345678', 'qwertyuiop', 'Password1!', 'abcdefgh'])(
  '%s is weak',
  (password) => {
    expect(passwordStrength(password)).toBe(1)
  },
)

test('the own name or address adds nothing', () => {
  expect(passwordStrength('ranisetia2026', ['Rani Setia', 'rani@example.org'])).toBe(1)
  expect(passwordStrength('ranisetia2026')).toBeGreaterThan(1)
})

test('several unrelated words are strong', () => {
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

import { describe, expect, test } from 'vitest'
import { systemRandom } from '../../kernel/id.ts'
import { findFlaw } from './check-password.ts'
import { createGate } from './hash-gate.ts'
import { createPasswords } from './passwords.ts'

describe('password hashing', () => {
  const passwords = createPasswords({ random: systemRandom })

  test('passwords are hashed with argon2id, 19 MiB, two passes and a new salt each time', async () => {
    const [one, two] = [await passwords.hash('same thing'), await passwords.hash('same thing')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
    expect(await passwords.verify(one, 'same thing')).toBe(true)
    expect(await passwords.verify(one, 'Same thing')).toBe(false)
  })

  test('a password of a thousand characters is hashed in full', async () => {
    const long = 'å long one '.repeat(90)
    const hash = await passwords.hash(long)
    expect(await passwords.verify(hash, long)).toBe(true)
    expect(await passwords.verify(hash, `${long}!`)).toBe(false)
  })

  test('a password matches in another Unicode normalisation form', async () => {
    const hash = await passwords.hash('caf\u00e9 au lait')
    expect(await passwords.verify(hash, 'cafe\u0301 au lait')).toBe(true)
  })

  test('no password matches a missing hash', async () => {
    expect(await passwords.verify(null, 'anything')).toBe(false)
    expect(await passwords.verify(undefined, '')).toBe(false)
  })

  test('checking a password takes as long without a hash as with one', async () => {
    const hash = await passwords.hash('a real password')
    await passwords.verify(null, 'warm up')
    const fastest = { known: Infinity, unknown: Infinity }
    for (let i = 0; i < 8; i++) {
      fastest.known = Math.min(fastest.known, await time(() => passwords.verify(hash, 'guess')))
      fastest.unknown = Math.min(fastest.unknown, await time(() => passwords.verify(null, 'guess')))
    }
    expect(fastest.unknown / fastest.known).toBeGreaterThan(0.6)
    expect(fastest.unknown / fastest.known).toBeLessThan(1.7)
  })
})

describe('the hashing queue', () => {
  test('the queue runs a limited number at once, the rest in order, and refuses more than it can hold', async () => {
    const pass = createGate({ width: 2, maxWaiting: 2 })
    const order: string[] = []
    const doors = ['a', 'b', 'c', 'd'].map((name) => {
      const door = Promise.withResolvers<void>()
      const done = pass(async () => {
        order.push(name)
        await door.promise
      })
      return { open: door.resolve, done }
    })
    await expect(pass(async () => order.push('e'))).rejects.toMatchObject({ error: 'unavailable' })
    expect(order).toEqual(['a', 'b'])
    doors[0]?.open()
    await doors[0]?.done
    expect(order).toEqual(['a', 'b', 'c'])
    for (const door of doors) door.open()
    await Promise.all(doors.map(({ done }) => done))
    expect(order).toEqual(['a', 'b', 'c', 'd'])
  })

  test('a failed run frees its place in the queue', async () => {
    const pass = createGate({ width: 1, maxWaiting: 0 })
    await expect(pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await pass(async () => 'yes')).toBe('yes')
  })
})

describe('new passwords', () => {
  test.each(['', 'short', '7 chars', 'ｓｅｖｅｎ７７'.slice(0, 7)])(
    'the password %j is refused as too short',
    (password) => {
      expect(findFlaw(password, [])).toBe('password_too_short')
    },
  )

  test.each([
    'password',
    'Password1',
    'P@ssw0rd',
    'P4$$w0rd!',
    'passw0rd2026',
    '12345678',
    '87654321',
    '123456789a',
    'qwertyuiop',
    'Qwerty123!',
    '1q2w3e4r5t',
    'aaaaaaaa',
    '12121212',
    'abcabcabc',
    'iloveyou!!',
    'letmein123',
    'Welcome1!',
    'sunshine99',
    'indonesia',
    'Merdeka1945',
    'woaini1314',
    'saranghae!',
    'awandrive1',
    'Christian123',
    'butterfl1es!',
    'linkinpark1',
    'a1b2c3d4',
    '1a2b3c4d5e',
    '19850312',
    '31-12-1999',
    '13800138000',
    'zhangwei88',
    'matahari99',
  ])('the password %j is refused as too common', (password) => {
    expect(findFlaw(password, [])).toBe('password_too_common')
  })

  test.each([
    ['rahmawati', ['rahmawati@example.org']],
    ['Rahmawati99', ['rahmawati@example.org']],
    ['siti.rahma1', ['siti.rahma@example.org']],
    ['nurhaliza!!', ['someone@example.org', 'Siti Nurhaliza']],
    ['me@example.org', ['me@example.org']],
  ])('the password %j is refused as too similar to %j', (password, about) => {
    expect(findFlaw(password, about)).toBe('password_like_account')
  })

  test.each([
    'seven wet umbrellas',
    'correcthorsebatterystaple',
    'xK9#mQ2$vL',
    'kopi susu gula aren',
    '비가오면우산을쓴다',
    '春眠不觉晓处处闻啼鸟',
    'sunshine over Lombok 4821',
    '2718281828459045',
    'christian umbrella',
    '        8 spaces',
  ])('the password %j is accepted', (password) => {
    expect(findFlaw(password, ['rahma@example.org', 'Rahma'])).toBeUndefined()
  })
})

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

import { expect, test } from 'vitest'
import { systemRandom } from '../../kernel/id.ts'
import { createLeakedList } from './leaked-list.ts'
import { createPasswords } from './passwords.ts'

test('well-known leaked passwords are refused without an outside service, in any letter case', async () => {
  const passwords = createPasswords({ random: systemRandom })
  for (const leaked of ['trustno1', 'TrustNo1', 'corvette', 'yankees1', 'ncc1701d']) {
    await expect(passwords.checkNew(leaked, []), leaked).rejects.toMatchObject({
      error: 'invalid_argument',
    })
  }
  await passwords.checkNew('seven wet umbrellas', [])
})

test('the bundled list contains leaked passwords, and no other text counts as listed', async () => {
  const list = createLeakedList()
  expect(await list.includes('ncc1701d')).toBe(true)
  for (const fine of ['', '__proto__', 'constructor', 'kuda terbang di atas pasar']) {
    expect(await list.includes(fine), fine).toBe(false)
  }
})

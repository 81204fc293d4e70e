import { expect, test } from 'vitest'
import { systemRandom } from '../../kernel/id.ts'
import { createLeakedList } from './leaked-list.ts'
import { createPasswords } from './passwords.ts'

test('passwords that leaked often are refused without asking anybody, in any case of letters', async () => {
  const passwords = createPasswords({ random: systemRandom })
  for (const leaked of ['trustno1', 'TrustNo1', 'corvette', 'yankees1', 'ncc1701d']) {
    await expect(passwords.checkNew(leaked, []), leaked).rejects.toMatchObject({
      error: 'invalid_argument',
    })
  }
  await passwords.checkNew('seven wet umbrellas', [])
})

test('the list that we ship has tens of thousands of entries and is no trap for others', async () => {
  const list = createLeakedList()
  expect(await list.includes('ncc1701d')).toBe(true)
  for (const fine of ['', '__proto__', 'constructor', 'kuda terbang di atas pasar']) {
    expect(await list.includes(fine), fine).toBe(false)
  }
})

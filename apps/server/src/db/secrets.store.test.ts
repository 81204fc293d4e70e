import { expect, test } from 'vitest'
import { insertSecretIfAbsent, readSecret } from './secrets.store.ts'
import { onEachDatabase } from './testing.ts'

onEachDatabase((open) => {
  test('a secret that does not exist is undefined', async () => {
    const db = await open()
    expect(await db.read((reader) => readSecret(reader, 'signing-key'))).toBeUndefined()
  })

  test('when several writes create the same secret at once, all read the same value', async () => {
    const db = await open()
    const values = Array.from({ length: 8 }, (_, i) => `value ${i}`)
    const seen = await Promise.all(
      values.map((value) =>
        db.write(async (writer) => {
          await insertSecretIfAbsent(writer, 'link-key', value, 1)
          return readSecret(writer, 'link-key')
        }),
      ),
    )
    expect(new Set(seen).size).toBe(1)
    expect(values).toContain(seen[0])
    expect(await db.read((reader) => readSecret(reader, 'link-key'))).toBe(seen[0])
  })
})

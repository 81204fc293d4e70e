import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount } from '../testing.ts'
import { registerApp } from './testing.ts'

onEachDatabase((open) => {
  test('a public app runs at the origins of its redirect URIs, on a loopback address at any port', async () => {
    const db = await open()
    const { account } = await createTestAccount(db)
    await registerApp(db, {
      redirectUris: [
        'https://notes.example/callback',
        'http://127.0.0.1/callback',
        'http://[::1]:3000/callback',
        'http://localhost:3000/callback',
        'com.example.notes:/callback',
      ],
    })
    await registerApp(db, { redirectUris: ['https://secret.example/cb'], isConfidential: true })
    const origins = [
      'https://notes.example',
      'http://127.0.0.1',
      'http://127.0.0.1:5173',
      'http://[::1]:5173',
      'http://localhost:3000',
    ]
    const others = [
      'https://notes.example:8443',
      'https://127.0.0.1:5173',
      'http://127.0.0.1.evil.example',
      'http://localhost:5173',
      'https://secret.example',
      'null',
    ]
    for (const origin of origins) {
      expect([origin, await account.isAppOrigin(origin)]).toEqual([origin, true])
    }
    for (const origin of others) {
      expect([origin, await account.isAppOrigin(origin)]).toEqual([origin, false])
    }
  })
})

import { serverSettings } from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure } from '../testing.ts'

onEachDatabase((open) => {
  test('only an administrator reads the server settings, and secret values are not shown', async () => {
    const plain = { isSecret: false, meaning: 'What it is for.' }
    const settings = [
      { ...plain, name: 'PORT', isSet: false, value: undefined, fallback: '8080' },
      { ...plain, name: 'AWAN_UPLOAD_TTL', isSet: true, value: '9d', fallback: '7d' },
      {
        name: 'AWAN_SMTP_URL',
        isSet: true,
        value: undefined,
        isSecret: true,
        fallback: 'none',
        meaning: 'The mail server.',
      },
    ]
    const app = await createTestAccount(await open(), { settings })
    const { access_token: accessToken } = await app.signUp('admin@example.org')
    app.clock.advance(1)
    const { access_token: other } = await app.signUp('rahma@example.org')

    const told = (await app.call(serverSettings, { accessToken })).settings
    expect(told).toEqual([
      { name: 'PORT', is_set: false, is_secret: false, default: '8080', meaning: plain.meaning },
      {
        name: 'AWAN_UPLOAD_TTL',
        is_set: true,
        value: '9d',
        is_secret: false,
        default: '7d',
        meaning: plain.meaning,
      },
      {
        name: 'AWAN_SMTP_URL',
        is_set: true,
        is_secret: true,
        default: 'none',
        meaning: 'The mail server.',
      },
    ])
    expect(await failure(app.call(serverSettings, { accessToken: other }))).toMatchObject({
      error: 'permission_denied',
    })
  })
})

import { serverSettings } from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { toSettingFacts } from '../../config/setting-facts.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure } from '../testing.ts'

onEachDatabase((open) => {
  test('an administrator reads what the server was started with, and no secret; nobody else does', async () => {
    const settings = toSettingFacts({
      AWAN_UPLOAD_TTL: '9d',
      AWAN_SMTP_URL: 'smtp://mailer:pass-w0rd@mail.example.org:587',
    })
    const app = await createTestAccount(await open(), { settings })
    const { access_token: accessToken } = await app.signUp('admin@example.org')
    app.clock.advance(1)
    const { access_token: other } = await app.signUp('rahma@example.org')

    const told = (await app.call(serverSettings, { accessToken })).settings
    const find = (wanted: string) => told.find(({ name }) => name === wanted)
    expect(find('AWAN_UPLOAD_TTL')).toMatchObject({ is_set: true, value: '9d', default: '7d' })
    expect(find('PORT')).toMatchObject({ is_set: false, default: '8080' })
    expect(find('AWAN_SMTP_URL')).toMatchObject({ is_set: true, is_secret: true })
    expect(JSON.stringify(told)).not.toContain('pass-w0rd')
    expect(await failure(app.call(serverSettings, { accessToken: other }))).toMatchObject({
      error: 'permission_denied',
    })
  })
})

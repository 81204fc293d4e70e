import { startCaptcha, unbindProvider } from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure } from '../testing.ts'
import { createDeclaredAction } from './declared-action.ts'

test('a captcha action may name the declared path or the path that was sent', () => {
  const toDeclared = createDeclaredAction(['POST:/v1/auth/signin', 'DELETE:/v1/x/{id}/y.z'])
  expect(toDeclared('DELETE:/v1/x/google/y.z')).toBe('DELETE:/v1/x/{id}/y.z')
  expect(toDeclared('DELETE:/v1/x/{id}/y.z')).toBe('DELETE:/v1/x/{id}/y.z')
  for (const other of ['POST:/v1/auth/signin', 'DELETE:/v1/x/a/b/y.z', 'DELETE:/v1/x/a/y-z', '']) {
    expect(toDeclared(other)).toBe(other)
  }
})

onEachDatabase((open) => {
  test('[ACC-37] unbinding a provider always needs a captcha, for either form of the action, and a challenge after several tries', async () => {
    const app = await createTestAccount(await open())
    const { access_token: accessToken } = await app.signUp('rahma@example.org')
    const unbind = (captchaToken?: string) =>
      failure(
        app.call(unbindProvider, {
          accessToken,
          params: { provider_id: 'google' },
          ...(captchaToken === undefined ? {} : { captchaToken }),
        }),
      )
    const start = (action: string) => app.call(startCaptcha, { body: { action, meta: {} } })
    expect(await unbind()).toMatchObject({ error: 'captcha_required' })
    for (const path of ['google', '{provider_id}']) {
      const { captcha_token } = await start(`DELETE:/v1/user/provider/${path}`)
      expect(await unbind(captcha_token)).not.toMatchObject({
        error: expect.stringContaining('captcha'),
      })
    }
    for (let i = 0; i < 3; i++) await unbind()
    expect((await start('DELETE:/v1/user/provider/google')).challenge).toBeDefined()
  })
})

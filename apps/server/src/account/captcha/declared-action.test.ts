import { startCaptcha, unbindProvider } from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { createLimiter } from '../limits/limits.ts'
import { createTestAccount, failure, someCaller } from '../testing.ts'
import { createCallRisk } from './call-risk.ts'
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

  test('the networks of one IPv6 site get a challenge after eight times the free calls of one network', async () => {
    const db = await open()
    const limiter = createLimiter({ db, clock: new ManualClock(), codeKey: Buffer.alloc(32, 2) })
    const risk = createCallRisk({ db, limiter, topic: 'unbind' })
    const from = (network: string) => ({
      contact: '',
      caller: { ...someCaller, address: `2001:db8:${network}::1` },
    })
    for (let i = 0; i < 39; i++) expect(await risk.attempt(from(`1:${i}`))).toBe(0)
    expect(await risk.assess(from('1:ffff'))).toBe(0)
    await risk.attempt(from('1:39'))
    expect(await risk.assess(from('1:ffff'))).toBe(1)
    expect(await risk.attempt(from('1:40'))).toBe(1)
    expect(await risk.assess(from('2:ffff'))).toBe(0)
  })
})

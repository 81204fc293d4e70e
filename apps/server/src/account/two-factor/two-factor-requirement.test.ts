import {
  confirmTotp,
  detectAuthorization,
  disableAllTwoFactors,
  disableTwoFactor,
  enableTwoFactor,
  getMe,
  getTwoFactor,
  grantSudo,
  listSessions,
  sendVerification,
  setAdministrator,
  signOut,
  signUpAnonymously,
  startTotp,
  updateProfile,
} from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { REDIRECT_URI, registerApp } from '../apps/testing.ts'
import { createTestAccount, failure, PASSWORD } from '../testing.ts'
import { signUpWithTotp } from './testing.ts'

const email = 'rahma@example.org'
const mustSetUp = {
  error: 'interaction_required',
  code: 4031,
  details: [expect.objectContaining({ reason: 'two_factor_setup_required' })],
}

onEachDatabase((open) => {
  test('[ACC-32] a person who must have a second step can do nothing else before setting it up', async () => {
    const app = await createTestAccount(await open(), { requiresTwoFactor: 'everybody' })
    await app.signUp(email)
    const { access_token: accessToken } = await app.signIn(email)
    for (const call of [
      () => app.call(listSessions, { accessToken }),
      () => app.call(updateProfile, { accessToken, body: { name: 'Rahma' } }),
    ]) {
      expect(await failure(call())).toMatchObject(mustSetUp)
    }
    expect(await app.call(getMe, { accessToken })).toMatchObject({
      two_factor_setup_required: true,
    })
    expect(await app.call(getTwoFactor, { accessToken })).toMatchObject({
      enabled: false,
      required: true,
    })

    const params = { method: 'EMAIL' } as const
    const { sudo_token: sudoToken } = await app.call(grantSudo, {
      body: { password: PASSWORD },
      accessToken,
    })
    expect(await app.call(startTotp, { accessToken, sudoToken })).toMatchObject({
      uri: expect.stringMatching(/^otpauth:/),
    })
    await app.call(enableTwoFactor, { accessToken, sudoToken, params })
    // At once, with the very same token.
    expect((await app.call(listSessions, { accessToken })).total).toBe(2)
    expect((await app.call(getMe, { accessToken })).two_factor_setup_required).toBeUndefined()
  })

  test('a person who must set up a second step can request a code and sign out', async () => {
    const app = await createTestAccount(await open(), { requiresTwoFactor: 'everybody' })
    const { access_token: accessToken } = await app.signUp(email)
    app.clock.advance(60_000)
    const body = { target: 'CUR_USER' } as const
    expect(await app.call(sendVerification, { accessToken, body })).toMatchObject({ is_user: true })
    await app.call(signOut, { accessToken, body: {} })
    expect(await failure(app.account.guards.authenticate(accessToken))).toMatchObject({
      error: 'unauthenticated',
    })
  })

  test('[CAL-32] what a person must still do is told to the page of a registered app only, never to another redirect URI', async () => {
    const db = await open()
    const app = await createTestAccount(db, { requiresTwoFactor: 'everybody' })
    const { access_token: accessToken } = await app.signUp(email)
    const { id: client_id } = await registerApp(db)
    const detect = (redirect_uri: string) =>
      app.call(detectAuthorization, { accessToken, query: { client_id, redirect_uri } })
    expect(await failure(detect('https://evil.example/'))).toMatchObject({
      error: 'invalid_request_uri',
    })
    expect(await failure(detect(REDIRECT_URI))).toMatchObject(mustSetUp)
  })

  test('a required second step cannot be turned off, but its method can be exchanged', async () => {
    const app = await createTestAccount(await open(), { requiresTwoFactor: 'everybody' })
    const person = await signUpWithTotp(app, email)
    const proof = await person.sudo()
    const kept = { error: 'failed_precondition' }
    const off = { ...proof, params: { method: 'TOTP' } as const }
    expect(await failure(app.call(disableTwoFactor, off))).toMatchObject(kept)
    expect(await failure(app.call(disableAllTwoFactors, proof))).toMatchObject(kept)
    await app.call(enableTwoFactor, { ...proof, params: { method: 'EMAIL' } })
    await app.call(disableTwoFactor, off)
    expect(await app.call(getTwoFactor, proof)).toMatchObject({
      enabled: true,
      required: true,
      recovery_codes_left: 10,
    })
  })

  test('a second step required of administrators applies as soon as a person becomes one', async () => {
    const app = await createTestAccount(await open(), { requiresTwoFactor: 'administrators' })
    const administrator = await app.signUp('admin@example.org')
    const member = await app.signUp(email)
    const accessToken = member.access_token
    await app.call(listSessions, { accessToken })
    expect(
      await failure(app.call(listSessions, { accessToken: administrator.access_token })),
    ).toMatchObject(mustSetUp)

    const mine = { accessToken: administrator.access_token }
    const body = { password: PASSWORD }
    const { sudo_token: sudoToken } = await app.call(grantSudo, { ...mine, body })
    const proof = { ...mine, sudoToken }
    const params = { sub: member.sub }
    const appoint = () =>
      app.call(setAdministrator, { ...proof, params, body: { is_administrator: true } })
    expect(await failure(appoint())).toMatchObject(mustSetUp)
    await app.call(enableTwoFactor, { ...proof, params: { method: 'EMAIL' } })
    await appoint()
    expect(await failure(app.call(listSessions, { accessToken }))).toMatchObject(mustSetUp)
  })

  test('a newly required second step applies to existing sessions, but not to anonymous accounts', async () => {
    const db = await open()
    const clock = new ManualClock()
    const before = await createTestAccount(db, { clock })
    const { access_token: accessToken } = await before.signUp(email)
    const after = await createTestAccount(db, {
      clock,
      requiresTwoFactor: 'everybody',
      allowsAnonymous: true,
    })
    await before.call(listSessions, { accessToken })
    expect(await failure(after.call(listSessions, { accessToken }))).toMatchObject(mustSetUp)
    const anonymous = await after.call(signUpAnonymously)
    await after.call(listSessions, { accessToken: anonymous.access_token })
    const body = { setup_token: 'x', code: '1' }
    // The way to set it up asks for sudo like everywhere else.
    expect(await failure(after.call(confirmTotp, { accessToken, body }))).toMatchObject({
      error: 'permission_denied',
    })
  })
})

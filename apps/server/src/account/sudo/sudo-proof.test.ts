import type { BodySent } from '@awan/protocol'
import {
  addPasskey,
  beginSecondStep,
  type Credentials,
  enableTwoFactor,
  getPasskeyCreationOptions,
  getSudoPasskeyOptions,
  grantSudo,
  removePasskey,
} from '@awan/protocol/account'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAuthenticator } from '../passkeys/testing.ts'
import { createTestAccount, failure, PASSWORD, type TestAccount } from '../testing.ts'
import { asked, eventTypes, signUpWithTotp } from '../two-factor/testing.ts'

const email = 'rahma@example.org'

async function openWithTotp(db: Parameters<typeof createTestAccount>[0]) {
  const app = await createTestAccount(db)
  const person = await signUpWithTotp(app, email)
  const accessToken = person.credentials.access_token
  const grant = (body: BodySent<typeof grantSudo>) => app.call(grantSudo, { body, accessToken })
  const isGood = async (sudoToken: string) => {
    const { guards } = app.account
    await guards.checkSudo(await guards.authenticate(accessToken), sudoToken)
  }
  return { app, person, accessToken, grant, isGood }
}

/** Somebody with a passkey; without a password nothing else opens their account but a code. */
async function addOne(app: TestAccount, { access_token: accessToken }: Credentials, token: string) {
  const authenticator = createTestAuthenticator()
  const proof = { accessToken, sudoToken: token }
  const options = await app.call(getPasskeyCreationOptions, proof)
  const body = { credential: authenticator.create(options) }
  await app.call(addPasskey, { ...proof, body })
  return authenticator
}

onEachDatabase((open) => {
  describe('sudo with the second step on', () => {
    test('[ACC-32] [ACC-42] sudo needs the password and the second step, neither alone is enough', async () => {
      const db = await open()
      const { person, grant, isGood } = await openWithTotp(db)
      const wrong = await failure(grant({ password: 'wrong password' }))
      expect(wrong).toMatchObject({ error: 'invalid_password' })
      const { token: two_factor_token, methods } = asked(
        await failure(grant({ password: PASSWORD })),
      )
      expect(methods).toEqual(['TOTP', 'RECOVERY'])

      const step = { password: PASSWORD, two_factor_token }
      expect(await failure(grant({ ...step, two_factor_code: person.wrongCode() }))).toMatchObject({
        error: 'invalid_two_factor',
      })
      const two_factor_code = person.nextCode()
      // The first proof is asked for again with the second: neither is worth anything alone.
      const swapped = { ...step, password: 'wrong password', two_factor_code }
      expect(await failure(grant(swapped))).toMatchObject({ error: 'invalid_password' })
      await isGood((await grant({ ...step, two_factor_code })).sudo_token)
      const types = await eventTypes(db, person.credentials.sub)
      expect(types.filter((type) => type.startsWith('account.sudo')).sort()).toEqual([
        'account.sudo_granted',
        'account.sudo_granted',
        'account.sudo_refused',
        'account.sudo_refused',
      ])
    })

    test('sudo accepts a recovery code as the second step, once', async () => {
      const { person, grant, isGood } = await openWithTotp(await open())
      const first = { password: PASSWORD }
      const { token: two_factor_token } = asked(await failure(grant(first)))
      const [two_factor_recovery_code = ''] = person.recoveryCodes
      const body = { ...first, two_factor_token, two_factor_recovery_code }
      await isGood((await grant(body)).sudo_token)
      const { token } = asked(await failure(grant(first)))
      expect(await failure(grant({ ...body, two_factor_token: token }))).toMatchObject({
        error: 'invalid_two_factor_recovery',
      })
    })

    test('sudo asks for the second step on a trusted device too', async () => {
      const { app, person, accessToken } = await openWithTotp(await open())
      const { token } = await person.ask()
      const { device_trust_token } = await person.signIn({
        two_factor_token: token,
        two_factor_code: person.nextCode(),
        trust_device: true,
      })
      await person.signIn({ device_trust_token })
      const body = { password: PASSWORD, device_trust_token }
      asked(await failure(app.call(grantSudo, { body, accessToken })))
    })

    test('for sudo, an e-mail code is either the first proof or the second, never both', async () => {
      const { app, person, accessToken, grant, isGood } = await openWithTotp(await open())
      const params = { method: 'EMAIL' } as const
      await app.call(enableTwoFactor, { ...(await person.sudo()), params })
      app.clock.advance(60_000)
      const first = { verification_token: await app.verify(email, 'DEFAULT') }
      const { token: two_factor_token, methods } = asked(await failure(grant(first)))
      expect(methods).toEqual(['TOTP', 'RECOVERY'])
      const body = { ...first, two_factor_token, two_factor_code: person.nextCode() }
      await isGood((await grant(body)).sudo_token)
      expect(await failure(grant(first))).toMatchObject({ error: 'expired_verification_code' })

      const again = asked(await failure(grant({ password: PASSWORD })))
      expect(again.methods).toEqual(['TOTP', 'EMAIL', 'RECOVERY'])
      app.clock.advance(60_000)
      const begun = await app.call(beginSecondStep, {
        body: { two_factor_token: again.token, method: 'EMAIL' },
        accessToken,
      })
      const code = app.outbox.messages().find((message) => message.code)?.code ?? ''
      const sent = { two_factor_token: begun.two_factor_token, two_factor_code: code }
      await isGood((await grant({ password: PASSWORD, ...sent })).sudo_token)
    })

    test('sudo allows ten tries in total, wrong second-step codes included', async () => {
      const { person, grant } = await openWithTotp(await open())
      const { token: two_factor_token } = asked(await failure(grant({ password: PASSWORD })))
      for (let i = 0; i < 9; i++) {
        await failure(
          grant({ password: PASSWORD, two_factor_token, two_factor_code: person.wrongCode() }),
        )
      }
      expect(await failure(grant({ password: PASSWORD }))).toMatchObject({
        error: 'resource_exhausted',
      })
    })
  })

  describe('sudo by a passkey', () => {
    test('a passkey alone gives sudo, without a password, contact or second step', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const mine = await app.signUp(email, { password: undefined })
      app.clock.advance(60_000)
      const verification_token = await app.verify(email, 'DEFAULT')
      const accessToken = mine.access_token
      const { sudo_token } = await app.call(grantSudo, {
        body: { verification_token },
        accessToken,
      })
      const authenticator = await addOne(app, mine, sudo_token)
      const params = { method: 'PASSKEY' } as const
      await app.call(enableTwoFactor, { accessToken, sudoToken: sudo_token, params })
      await db.write((w) => w.updateTable('users').set({ email: null }).execute())

      const options = await app.call(getSudoPasskeyOptions, { accessToken })
      expect(options.allowCredentials).toMatchObject([{ id: authenticator.id }])
      const credential = authenticator.use(options)
      const granted = await app.call(grantSudo, { body: { credential }, accessToken })
      const { guards } = app.account
      await guards.checkSudo(await guards.authenticate(accessToken), granted.sudo_token)
      expect(
        await failure(app.call(grantSudo, { body: { credential }, accessToken })),
      ).toMatchObject({ error: 'expired_token' })
    })

    test('sudo refuses a passkey of another session, person or purpose, or without user verification', async () => {
      const app = await createTestAccount(await open())
      const mine = await app.signUp(email)
      const elsewhere = await app.signIn(email)
      const theirs = await app.signUp('siti@example.org')
      const sudo = async ({ access_token: accessToken }: Credentials) =>
        (await app.call(grantSudo, { body: { password: PASSWORD }, accessToken })).sudo_token
      const own = await addOne(app, mine, await sudo(mine))
      const strange = await addOne(app, theirs, await sudo(theirs))
      const optionsOf = ({ access_token: accessToken }: Credentials) =>
        app.call(getSudoPasskeyOptions, { accessToken })
      const grant = (credential: ReturnType<typeof own.use>, by = mine) =>
        failure(app.call(grantSudo, { body: { credential }, accessToken: by.access_token }))

      const stale = { error: 'expired_token' }
      expect(await grant(own.use(await optionsOf(elsewhere)))).toMatchObject(stale)
      expect(await grant(own.use(await optionsOf(mine)), theirs)).toMatchObject(stale)
      const refused = { error: 'access_denied' }
      expect(await grant(strange.use(await optionsOf(mine)))).toMatchObject(refused)
      const lies = { isUserVerified: false }
      expect(await grant(own.use(await optionsOf(mine), lies))).toMatchObject(refused)
      // An answer that was made for adding a passkey is none for this.
      const making = await app.call(getPasskeyCreationOptions, {
        accessToken: mine.access_token,
        sudoToken: await sudo(mine),
      })
      expect(await grant(own.use(making))).toMatchObject(stale)
      app.clock.advance(1)
      expect(await app.call(removePasskey, { ...(await proof()), params: { id: own.id } })).toEqual(
        {},
      )
      const accessToken = mine.access_token
      expect(await failure(app.call(getSudoPasskeyOptions, { accessToken }))).toMatchObject({
        error: 'failed_precondition',
      })

      async function proof() {
        return { accessToken: mine.access_token, sudoToken: await sudo(mine) }
      }
    })
  })
})

import { bindProvider, getMe, signInWithProvider, transferByProvider } from '@awan/protocol/account'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { failure } from '../testing.ts'
import { asked, signUpWithTotp } from '../two-factor/testing.ts'
import { type IdentityProvider, startIdentityProvider } from './testing/identity-provider.ts'
import { CALLBACK } from './testing/provider-journey.ts'
import { createStage, MINUTE_MS, signUp } from './testing/stage.ts'

let idp: IdentityProvider
beforeAll(async () => {
  idp = await startIdentityProvider(CALLBACK)
})
afterAll(() => idp[Symbol.asyncDispose]())
const { openAccount, prove } = createStage(() => idp)

onEachDatabase((open) => {
  test('[CAL-15] [CAL-2] a provider account signs in only the account that it is bound to', async () => {
    const account = await openAccount(await open())
    const provider_token = await prove(account, 'sari')
    const unbound = failure(account.call(signInWithProvider, { body: { provider_token } }))
    expect(await unbound).toMatchObject({ error: 'not_found' })

    const { sub } = await signUp(account, 'sari@home.example', provider_token)
    const again = await prove(account, 'sari')
    const signedIn = await account.call(signInWithProvider, { body: { provider_token: again } })
    expect(signedIn.sub).toBe(sub)
    const me = await account.call(getMe, { accessToken: signedIn.access_token })
    expect(me.sub).toBe(sub)
  })

  test('a provider account with the same e-mail address does not open an account that is not bound', async () => {
    const account = await openAccount(await open())
    await signUp(account, 'sari@example.org')
    const provider_token = await prove(account, 'sari')
    const error = await failure(account.call(signInWithProvider, { body: { provider_token } }))
    expect(error).toMatchObject({ error: 'not_found' })
  })

  test('a provider token works once, and for ten minutes', async () => {
    const account = await openAccount(await open())
    const first = await prove(account, 'sari')
    await signUp(account, 'sari@home.example', first)
    const again = failure(account.call(signInWithProvider, { body: { provider_token: first } }))
    expect(await again).toMatchObject({ error: 'expired_token' })

    const late = await prove(account, 'sari')
    account.clock.advance(10 * MINUTE_MS)
    const error = failure(account.call(signInWithProvider, { body: { provider_token: late } }))
    expect(await error).toMatchObject({ error: 'expired_token' })
  })

  test('when several sign-ins race with one provider token, one succeeds', async () => {
    const account = await openAccount(await open())
    await signUp(account, 'sari@home.example', await prove(account, 'sari'))
    const provider_token = await prove(account, 'sari')
    const race = await Promise.allSettled(
      [1, 2, 3].map(() => account.call(signInWithProvider, { body: { provider_token } })),
    )
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('signing up with a provider account that is already bound creates no account', async () => {
    const account = await openAccount(await open())
    await signUp(account, 'old@home.example', await prove(account, 'sari'))
    const again = signUp(account, 'new@home.example', await prove(account, 'sari'))
    expect(await failure(again)).toMatchObject({ error: 'already_exists' })
    // Its contact is still free, once another code may be asked for.
    account.clock.advance(MINUTE_MS)
    await signUp(account, 'new@home.example')
  })

  test('[ACC-32] signing in with a provider still asks for the second step', async () => {
    const account = await openAccount(await open())
    const person = await signUpWithTotp(account, 'sari@home.example')
    const { sub, access_token: accessToken } = person.credentials
    const bind = { provider_token: await prove(account, 'sari') }
    await account.call(bindProvider, { body: bind, ...(await person.sudo()) })

    const body = { provider_token: await prove(account, 'sari') }
    const { token } = asked(await failure(account.call(signInWithProvider, { body })))
    asked(await failure(account.call(transferByProvider, { body, accessToken })))
    const wrong = { ...body, two_factor_token: token, two_factor_code: person.wrongCode() }
    const error = await failure(account.call(signInWithProvider, { body: wrong }))
    expect(error).toMatchObject({ error: 'invalid_two_factor' })
    // The same provider token goes through all of it.
    const right = { ...body, two_factor_token: token, two_factor_code: person.nextCode() }
    expect((await account.call(signInWithProvider, { body: right })).sub).toBe(sub)
  })

  test('a frozen account cannot sign in with its provider', async () => {
    const db = await open()
    const account = await openAccount(db)
    const { sub } = await signUp(account, 'sari@home.example', await prove(account, 'sari'))
    await db.write((writer) =>
      writer.updateTable('users').set({ status: 'FROZEN' }).where('sub', '=', sub).execute(),
    )
    const body = { provider_token: await prove(account, 'sari') }
    const error = await failure(account.call(signInWithProvider, { body }))
    expect(error).toMatchObject({ error: 'cannot_unlock' })
  })
})

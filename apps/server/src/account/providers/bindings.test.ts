import {
  bindProvider,
  getMe,
  grantSudo,
  listProviders,
  signInWithProvider,
  signUpAnonymously,
  transferProvider,
  unbindProvider,
} from '@awan/protocol/account'
import type { ServiceError } from '@awan/protocol/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { failure } from '../testing.ts'
import { type IdentityProvider, startIdentityProvider } from './testing/identity-provider.ts'
import { CALLBACK } from './testing/provider-journey.ts'
import { createStage, MINUTE_MS, providerEvents, signUp, sudo, unbind } from './testing/stage.ts'

let idp: IdentityProvider
beforeAll(async () => {
  idp = await startIdentityProvider(CALLBACK)
})
afterAll(() => idp[Symbol.asyncDispose]())
const { openAccount, prove } = createStage(() => idp)

onEachDatabase((open) => {
  test('[ACC-6] [CAL-17] [CAL-18] [CAL-19] [CAL-22] a provider account can be bound, listed and unbound, and the owner gets a mail each time', async () => {
    const db = await open()
    const account = await openAccount(db)
    const { sub, access_token: accessToken } = await signUp(account, 'sari@home.example')
    const sudoToken = await sudo(account, 'sari@home.example', accessToken)
    const provider_token = await prove(account, 'sari')
    expect(await account.call(listProviders, { accessToken })).toEqual({
      total: 1,
      data: [{ id: 'oidc', name: 'Home IdP', bind: false }],
    })
    await account.call(bindProvider, { body: { provider_token }, accessToken, sudoToken })
    expect(account.outbox.messages()[0]).toMatchObject({
      to: 'sari@home.example',
      purpose: 'providerBound',
    })
    expect((await account.call(listProviders, { accessToken })).data).toEqual([
      { id: 'oidc', name: 'Home IdP', bind: true, provider_user_name: 'sari of the IdP' },
    ])
    expect((await account.call(getMe, { accessToken })).providers).toEqual([
      { id: 'oidc', provider_user_id: 'sari', name: 'sari of the IdP' },
    ])
    await unbind(account, accessToken, sudoToken)
    expect((await account.call(getMe, { accessToken })).providers).toEqual([])
    expect(account.outbox.messages()[0]).toMatchObject({ purpose: 'providerUnbound' })
    expect((await account.call(listProviders, { accessToken })).data[0]?.bind).toBe(false)
    expect(await failure(unbind(account, accessToken, sudoToken))).toMatchObject({
      error: 'not_found',
    })
    expect(await providerEvents(db, sub)).toEqual([
      'account.provider_bound',
      'account.provider_unbound',
    ])
  })

  test('[ACC-42] binding, unbinding and transferring a provider account need a sudo token of this session', async () => {
    const db = await open()
    const account = await openAccount(db)
    const email = 'sari@home.example'
    account.clock.advance(-16 * MINUTE_MS)
    const { sub, access_token: accessToken } = await signUp(account, email)
    account.clock.advance(16 * MINUTE_MS)
    const other = await signUp(account, 'budi@home.example')
    const wrong = await sudo(account, 'budi@home.example', other.access_token)
    const body = { provider_token: await prove(account, 'sari') }
    const params = { provider_id: 'oidc' }
    for (const token of [{}, { sudoToken: wrong }, { sudoToken: accessToken }]) {
      const call = { accessToken, ...token }
      const calls = [
        account.call(bindProvider, { ...call, body }),
        account.call(transferProvider, { ...call, params, body: { provider_trans_token: 'x' } }),
        unbind(account, accessToken, token.sudoToken ?? ''),
      ]
      for (const error of await Promise.all(calls.map(failure))) {
        expect(error).toMatchObject({ error: 'permission_denied' })
      }
    }
    expect(await providerEvents(db, sub)).toEqual([])
    // Refused before it was looked at, the provider token is as good as it was.
    const sudoToken = await sudo(account, email, accessToken)
    expect(await account.call(bindProvider, { body, accessToken, sudoToken })).toEqual({})
  })

  test('[CAL-17] [CAL-19] shortly after sign-in, binding and unbinding need no sudo token', async () => {
    const account = await openAccount(await open())
    const { access_token: accessToken } = await signUp(account, 'sari@home.example')
    const body = { provider_token: await prove(account, 'sari') }
    expect(await account.call(bindProvider, { body, accessToken })).toEqual({})
    expect(await unbind(account, accessToken)).toEqual({})
    // A token that is brought must be right all the same.
    const again = { provider_token: await prove(account, 'sari') }
    const call = account.call(bindProvider, { body: again, accessToken, sudoToken: accessToken })
    expect(await failure(call)).toMatchObject({ error: 'permission_denied' })
  })

  test('an anonymous account can neither bind a provider account nor get sudo', async () => {
    const account = await openAccount(await open(), { allowsAnonymous: true })
    const { access_token: accessToken } = await account.call(signUpAnonymously)
    const body = { provider_token: await prove(account, 'sari') }
    const error = await failure(account.call(bindProvider, { body, accessToken }))
    expect(error).toMatchObject({ error: 'permission_denied' })
    const proof = account.call(grantSudo, { body: { password: 'any' }, accessToken })
    expect(await failure(proof)).toMatchObject({ error: 'invalid_password' })
  })

  test('[ACC-37] [CAL-19] unbinding needs a captcha', async () => {
    const account = await openAccount(await open())
    const { access_token: accessToken } = await signUp(account, 'sari@home.example')
    const params = { provider_id: 'oidc' }
    const error = await failure(account.call(unbindProvider, { params, accessToken }))
    expect(error).toMatchObject({ error: 'captcha_required' })
  })

  test('[CAL-19] a provider account that is the last way to sign in cannot be unbound', async () => {
    const db = await open()
    const account = await openAccount(db)
    const person = await signUp(account, 'sari@home.example', await prove(account, 'sari'))
    const sudoToken = await sudo(account, 'sari@home.example', person.access_token)
    await db.write((writer) =>
      writer.updateTable('users').set({ email: null }).where('sub', '=', person.sub).execute(),
    )
    const error = await failure(unbind(account, person.access_token, sudoToken))
    expect(error).toMatchObject({ error: 'failed_precondition' })
    const { data } = await account.call(listProviders, { accessToken: person.access_token })
    expect(data[0]?.bind).toBe(true)
  })

  test('binding the same provider account again changes nothing; another account of the same provider is refused', async () => {
    const account = await openAccount(await open())
    const person = await signUp(account, 'sari@home.example', await prove(account, 'sari'))
    const accessToken = person.access_token
    const sudoToken = await sudo(account, 'sari@home.example', accessToken)
    const bind = async (who: string) =>
      account.call(bindProvider, {
        body: { provider_token: await prove(account, who) },
        accessToken,
        sudoToken,
      })
    expect(await bind('sari')).toEqual({})
    const error = (await failure(bind('budi'))) as ServiceError
    expect(error).toMatchObject({ error: 'already_exists' })
    expect(error.details).toEqual([])
  })

  test('when several people bind one provider account at once, one gets it and the others are offered a transfer', async () => {
    const account = await openAccount(await open())
    const people = []
    for (const name of ['a', 'b', 'c']) {
      const { access_token } = await signUp(account, `${name}@home.example`)
      const sudoToken = await sudo(account, `${name}@home.example`, access_token)
      const provider_token = await prove(account, 'sari')
      people.push({ access_token, sudoToken, provider_token })
    }
    const race = await Promise.allSettled(
      people.map(({ access_token: accessToken, sudoToken, provider_token }) =>
        account.call(bindProvider, { body: { provider_token }, accessToken, sudoToken }),
      ),
    )
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const [i, { access_token: accessToken, sudoToken, provider_token }] of people.entries()) {
      if (race[i]?.status === 'fulfilled') continue
      // Losing has not used the token up.
      const again = account.call(bindProvider, {
        body: { provider_token },
        accessToken,
        sudoToken,
      })
      const error = (await failure(again)) as ServiceError
      expect(error.details[0]?.resource_id).toEqual(expect.any(String))
    }
  })

  test('the provider binding of a deleted person is removed', async () => {
    const db = await open()
    const account = await openAccount(db)
    const { sub } = await signUp(account, 'sari@home.example', await prove(account, 'sari'))
    await db.write((writer) => writer.deleteFrom('users').where('sub', '=', sub).execute())
    const body = { provider_token: await prove(account, 'sari') }
    const error = await failure(account.call(signInWithProvider, { body }))
    expect(error).toMatchObject({ error: 'not_found' })
  })
})

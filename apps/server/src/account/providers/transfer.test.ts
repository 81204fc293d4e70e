import {
  bindProvider,
  signInWithProvider,
  transferByProvider,
  transferProvider,
} from '@awan/protocol/account'
import type { ServiceError } from '@awan/protocol/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { failure } from '../testing.ts'
import { type IdentityProvider, startIdentityProvider } from './testing/identity-provider.ts'
import { CALLBACK } from './testing/provider-journey.ts'
import { createStage, providerEvents, signUp, sudo } from './testing/stage.ts'

let idp: IdentityProvider
beforeAll(async () => {
  idp = await startIdentityProvider(CALLBACK)
})
afterAll(() => idp[Symbol.asyncDispose]())
const { openAccount, prove } = createStage(() => idp)

onEachDatabase((open) => {
  test('[CAL-17] [CAL-20] [ENT-12] a provider account that is bound elsewhere can be transferred by the person who proves to own it', async () => {
    const db = await open()
    const account = await openAccount(db)
    await signUp(account, 'administrator@home.example')
    const before = await signUp(account, 'old@home.example', await prove(account, 'sari'))
    const after = await signUp(account, 'new@home.example')
    const accessToken = after.access_token
    const oldSudo = await sudo(account, 'old@home.example', before.access_token)
    const sudoToken = await sudo(account, 'new@home.example', accessToken)
    const provider_token = await prove(account, 'sari')
    const refused = (await failure(
      account.call(bindProvider, { body: { provider_token }, accessToken, sudoToken }),
    )) as ServiceError
    expect(refused).toMatchObject({ error: 'already_exists' })
    const provider_trans_token = refused.details.find((each) => each.resource_id)?.resource_id ?? ''

    const params = { provider_id: 'oidc' }
    const body = { provider_trans_token }
    const byOther = account.call(transferProvider, {
      params,
      body,
      accessToken: before.access_token,
      sudoToken: oldSudo,
    })
    expect(await failure(byOther)).toMatchObject({ error: 'permission_denied' })
    const taken = await account.call(transferProvider, { params, body, accessToken, sudoToken })
    expect(taken).toEqual({ client_id: 'awan-web' })
    expect(account.outbox.messages().slice(0, 2)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ to: 'old@home.example', purpose: 'providerUnbound' }),
        expect.objectContaining({ to: 'new@home.example', purpose: 'providerBound' }),
      ]),
    )
    const signedIn = await account.call(signInWithProvider, { body: { provider_token } })
    expect(signedIn.sub).toBe(after.sub)
    expect(await providerEvents(db, after.sub)).toEqual(['account.provider_bound'])
    expect(await providerEvents(db, before.sub)).toEqual([
      'account.provider_bound',
      'account.provider_lost',
    ])
    const again = account.call(transferProvider, { params, body, accessToken, sudoToken })
    expect(await failure(again)).toMatchObject({ error: 'expired_token' })
  })

  test("[CAL-20] a transfer is refused if the provider account is the other account's last way to sign in", async () => {
    const db = await open()
    const account = await openAccount(db)
    await signUp(account, 'administrator@home.example')
    const before = await signUp(account, 'old@home.example', await prove(account, 'sari'))
    await db.write((writer) =>
      writer.updateTable('users').set({ email: null }).where('sub', '=', before.sub).execute(),
    )
    const { access_token: accessToken } = await signUp(account, 'new@home.example')
    const sudoToken = await sudo(account, 'new@home.example', accessToken)
    const provider_token = await prove(account, 'sari')
    const refused = (await failure(
      account.call(bindProvider, { body: { provider_token }, accessToken, sudoToken }),
    )) as ServiceError
    const provider_trans_token = refused.details[0]?.resource_id ?? ''
    const taking = account.call(transferProvider, {
      params: { provider_id: 'oidc' },
      body: { provider_trans_token },
      accessToken,
      sudoToken,
    })
    expect(await failure(taking)).toMatchObject({
      error: 'failed_precondition',
      description: 'this is the last way to sign in; add another one first',
    })
    const signedIn = await account.call(signInWithProvider, { body: { provider_token } })
    expect(signedIn.sub).toBe(before.sub)
  })

  test('a provider account cannot be taken from an administrator, a frozen account or an account with a second step', async () => {
    const db = await open()
    const account = await openAccount(db)
    const before = await signUp(account, 'old@home.example', await prove(account, 'sari'))
    const { access_token: accessToken } = await signUp(account, 'new@home.example')
    const take = async () => {
      account.clock.advance(60_000)
      const sudoToken = await sudo(account, 'new@home.example', accessToken)
      const body = { provider_token: await prove(account, 'sari') }
      const taken = await failure(account.call(bindProvider, { body, accessToken, sudoToken }))
      const provider_trans_token = (taken as ServiceError).details[0]?.resource_id ?? ''
      return account.call(transferProvider, {
        params: { provider_id: 'oidc' },
        body: { provider_trans_token },
        accessToken,
        sudoToken,
      })
    }
    const change = (set: object) =>
      db.write((w) => w.updateTable('users').set(set).where('sub', '=', before.sub).execute())
    const refused = {
      error: 'failed_precondition',
      description:
        'the provider account cannot be taken from the other account; its owner must remove it there',
    }
    await change({ is_admin: 1 })
    expect(await failure(take())).toMatchObject(refused)
    for (const status of ['FROZEN', 'BLOCKED']) {
      await change({ is_admin: 0, status })
      expect(await failure(take())).toMatchObject(refused)
    }
    await change({ status: 'ACTIVE' })
    const step = { method: 'EMAIL', secret: null, confirmed_at: 1, last_step: null } as const
    await db.write((w) =>
      w
        .insertInto('two_factors')
        .values({ sub: before.sub, created_at: 1, ...step })
        .execute(),
    )
    expect(await failure(take())).toMatchObject(refused)
    await db.write((w) => w.deleteFrom('two_factors').execute())
    expect(await take()).toEqual({ client_id: 'awan-web' })
  })

  test('[CAL-21] a transfer by provider signs in as the owner of the bound provider account', async () => {
    const account = await openAccount(await open())
    const owner = await signUp(account, 'old@home.example', await prove(account, 'sari'))
    const { access_token: accessToken } = await signUp(account, 'new@home.example')
    const body = { provider_token: await prove(account, 'sari') }
    const goneOn = await account.call(transferByProvider, { body, accessToken })
    expect(goneOn.sub).toBe(owner.sub)
  })
})

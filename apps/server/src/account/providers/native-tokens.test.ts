import { createHash } from 'node:crypto'
import { grantProviderToken, signInWithProvider } from '@awan/protocol/account'
import type { ServiceError } from '@awan/protocol/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSqlite } from '../../db/sqlite.ts'
import { onEachDatabase, useSqliteFiles } from '../../db/testing.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { createTestAccount, failure, type TestAccount } from '../testing.ts'
import {
  APP,
  CLIENT,
  type IdentityProvider,
  STRANGER,
  startIdentityProvider,
} from './testing/identity-provider.ts'
import { type Lie, startLyingIssuer } from './testing/lying-issuer.ts'
import { CALLBACK, someProvider } from './testing/provider-journey.ts'
import { createStage, MINUTE_MS, signUp } from './testing/stage.ts'

let idp: IdentityProvider
beforeAll(async () => {
  idp = await startIdentityProvider(CALLBACK)
})
afterAll(() => idp[Symbol.asyncDispose]())
const { openAccount, prove } = createStage(() => idp)
const { place, cleanUp } = useSqliteFiles()

function present(account: TestAccount, provider_id_token: string, nonce?: string) {
  const params = nonce === undefined ? {} : { provider_params: { nonce } }
  return account.call(grantProviderToken, {
    body: { provider_id: 'oidc', provider_id_token, ...params },
  })
}

onEachDatabase((open) => {
  test('[CAL-15] an ID token that the provider gave our native app signs in the bound account, once', async () => {
    const account = await openAccount(await open())
    const { sub } = await signUp(account, 'sari@home.example', await prove(account, 'sari'))
    const { id_token } = await idp.signInApp('sari', { clientId: APP })
    const { provider_token } = await present(account, id_token)
    const signedIn = await account.call(signInWithProvider, { body: { provider_token } })
    expect(signedIn.sub).toBe(sub)
    const over = { error: 'expired_token' }
    expect(await failure(present(account, id_token))).toMatchObject(over)
    // The last letter of a signature has bits to spare: the same token in other letters.
    const [head, claims, signature = ''] = id_token.split('.')
    const others = [...'AQgw'].map((last) => `${head}.${claims}.${signature.slice(0, -1)}${last}`)
    for (const other of others) {
      expect(['expired_token', 'access_denied']).toContain(
        ((await failure(present(account, other))) as ServiceError).error,
      )
    }
  })

  test('an ID token that is sent several times at once is accepted once', async () => {
    const account = await openAccount(await open())
    const { id_token } = await idp.signInApp('sari', { clientId: APP })
    const race = await Promise.allSettled([1, 2, 3].map(() => present(account, id_token)))
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('an ID token that the provider gave another app is refused', async () => {
    const account = await openAccount(await open())
    const { id_token, access_token } = await idp.signInApp('sari', { clientId: STRANGER })
    const refused = { error: 'access_denied', code: 4123 }
    expect(await failure(present(account, id_token))).toMatchObject(refused)
    expect(await failure(present(account, access_token))).toMatchObject(refused)
    // And an access token that does not say for whom it is, is not taken at all.
    const body = { provider_id: 'oidc', provider_access_token: access_token }
    expect(await failure(account.call(grantProviderToken, { body }))).toMatchObject({
      error: 'unimplemented',
    })
  })

  test("the nonce of the call must match the ID token's, plain or as SHA-256, or be absent from both", async () => {
    const account = await openAccount(await open())
    const nonce = 'of this very question'
    const hashed = createHash('sha256').update(nonce).digest('hex')
    const refused = { error: 'access_denied' }
    for (const sent of [nonce, hashed]) {
      const { id_token } = await idp.signInApp('sari', { clientId: APP, nonce: sent })
      expect(await failure(present(account, id_token))).toMatchObject(refused)
      expect(await failure(present(account, id_token, 'of another'))).toMatchObject(refused)
      expect(await present(account, id_token, nonce)).toMatchObject({ expires_in: 600 })
    }
    const { id_token } = await idp.signInApp('sari', { clientId: APP })
    expect(await failure(present(account, id_token, nonce))).toMatchObject(refused)
  })

  test('an ID token is refused after ten minutes', async () => {
    const account = await openAccount(await open())
    const { id_token } = await idp.signInApp('sari', { clientId: APP })
    account.clock.advance(11 * MINUTE_MS)
    expect(await failure(present(account, id_token))).toMatchObject({ error: 'access_denied' })
  })
})

const nowSeconds = () => Math.floor(Date.now() / 1000)

test.each<[string, Lie]>([
  ['of another issuer', { claims: { iss: 'https://accounts.google.com' } }],
  ['for another app', { claims: { aud: 'another-app' } }],
  ['for several apps without naming who asked', { claims: { aud: [CLIENT.id, 'other'] } }],
  ['that another app asked for', { claims: { aud: [CLIENT.id, 'other'], azp: 'other' } }],
  ['that is past', { claims: { exp: nowSeconds() - 60 } }],
  ['without an end', { claims: { exp: undefined as never } }],
  ['without a beginning', { claims: { iat: undefined as never } }],
  ['of the future', { claims: { iat: nowSeconds() + 600 } }],
  ['that is not good yet', { claims: { nbf: nowSeconds() + 600 } }],
  ['about nobody', { claims: { sub: undefined as never } }],
  ['signed by somebody else', { forged: true }],
  ['that nobody signed', { unsigned: true }],
])('an ID token from a native app %s is refused', async (_, lie) => {
  await using issuer = await startLyingIssuer(CLIENT.id)
  const account = await createTestAccount(cleanUp(openSqlite(await place())), {
    providers: [someProvider({ issuer: issuer.issuer, clientId: CLIENT.id })],
    env: 'development',
    clock: new ManualClock(Date.now()),
  })
  const tokenOf = async (told: Lie) => {
    issuer.lie(told)
    const answer = await fetch(`${issuer.issuer}/token`, { method: 'POST' })
    return ((await answer.json()) as { id_token: string }).id_token
  }
  expect(await present(account, await tokenOf({}))).toMatchObject({ expires_in: 600 })
  const error = (await failure(present(account, await tokenOf(lie)))) as ServiceError
  expect(error).toMatchObject({ error: 'access_denied' })
  expect(await failure(present(account, 'no token at all'))).toMatchObject({
    error: 'access_denied',
  })
})

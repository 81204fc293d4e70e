import { signInWithProvider } from '@awan/protocol/account'
import type { ServiceError } from '@awan/protocol/errors'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqlite } from '../../db/sqlite.ts'
import { useSqliteFiles } from '../../db/testing.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { Secret } from '../../kernel/secret.ts'
import { createTestAccount, failure, type TestAccount } from '../testing.ts'
import { type Lie, type LyingIssuer, startLyingIssuer } from './testing/lying-issuer.ts'
import { beginVisit, finishVisit, someProvider } from './testing/provider-journey.ts'

const { place, cleanUp } = useSqliteFiles()
const SECRET = 'the client secret of this test'
let issuer: LyingIssuer
let account: TestAccount

beforeEach(async () => {
  issuer = await startLyingIssuer('awan-there')
  const clientSecret = new Secret(SECRET)
  account = await createTestAccount(cleanUp(openSqlite(await place())), {
    providers: [someProvider({ issuer: issuer.issuer, clientSecret })],
    env: 'development',
    clock: new ManualClock(Date.now()),
  })
})
afterEach(() => issuer[Symbol.asyncDispose]())

/** A visit to an issuer that lies; the nonce is right unless the lie says otherwise. */
async function visit(lie: Lie): Promise<ReturnType<typeof finishVisit>> {
  issuer.lie(lie)
  const { query, verifier } = await beginVisit(account)
  issuer.lie({ ...lie, claims: { nonce: query.get('nonce') ?? '', ...lie.claims } })
  return finishVisit(account, { code: 'a-code', params: { code_verifier: verifier } })
}

test('a valid ID token is accepted, and the issuer was sent secret, code and verifier', async () => {
  const { provider_profile } = await visit({})
  expect(provider_profile).toEqual({ provider_id: 'oidc', name: 'Somebody' })
  expect(issuer.asked).toEqual([
    expect.objectContaining({
      client_id: 'awan-there',
      client_secret: SECRET,
      code: 'a-code',
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    }),
  ])
})

const nowSeconds = () => Math.floor(Date.now() / 1000)

test.each<[string, Lie]>([
  ['of another issuer', { claims: { iss: 'https://accounts.google.com' } }],
  ['for another app', { claims: { aud: 'another-app' } }],
  ['for several apps without naming who asked', { claims: { aud: ['awan-there', 'other'] } }],
  ['that another app asked for', { claims: { aud: ['awan-there', 'other'], azp: 'other' } }],
  ['of another visit', { claims: { nonce: 'of-another-visit' } }],
  ['without a nonce', { claims: { nonce: undefined as never } }],
  ['that is past', { claims: { exp: nowSeconds() - 60 } }],
  ['without an end', { claims: { exp: undefined as never } }],
  ['that is not good yet', { claims: { nbf: nowSeconds() + 600 } }],
  ['about nobody', { claims: { sub: undefined as never } }],
  ['about somebody whose name cannot be kept', { claims: { sub: 'a\u0000b' } }],
  ['signed by somebody else', { forged: true }],
  ['that nobody signed', { unsigned: true }],
])('an ID token %s is refused', async (_, lie) => {
  const error = (await failure(visit(lie))) as ServiceError
  expect(error).toMatchObject({ error: 'provider_error', code: 4019, status: 502 })
  const tokens = await failure(
    account.call(signInWithProvider, { body: { provider_token: 'a-code' } }),
  )
  expect(tokens).toMatchObject({ error: 'expired_token' })
})

test('an issuer whose discovery document names another issuer is refused', async () => {
  issuer.lie({ document: { issuer: 'https://accounts.google.com' } })
  expect(await failure(beginVisit(account))).toMatchObject({ error: 'provider_error' })
})

test.each([
  ['authorization_endpoint', 'http://203.0.113.9/authorize'],
  ['authorization_endpoint', 'javascript:alert(1)'],
  ['token_endpoint', 'http://169.254.169.254/latest'],
  ['jwks_uri', 'http://10.0.0.1/jwks'],
])(
  "an issuer's discovery document with %s %s, which has no TLS, is refused",
  async (name, address) => {
    const error = (await failure(visit({ document: { [name]: address } }))) as ServiceError
    expect(error).toMatchObject({ error: 'provider_error' })
  },
)

test('an answer with another issuer is refused before the code is sent anywhere (mix-up)', async () => {
  const { verifier } = await beginVisit(account)
  const params = { code_verifier: verifier, iss: 'https://accounts.google.com' }
  const error = await failure(finishVisit(account, { code: 'of-google', params }))
  expect(error).toMatchObject({ error: 'provider_error' })
  expect(issuer.asked).toEqual([])
})

test('[ACC-34] [ACC-35] after authorization_pending or slow_down from the provider, the same visit can be tried again', async () => {
  const { query, verifier } = await beginVisit(account)
  const finish = () => finishVisit(account, { code: 'a-code', params: { code_verifier: verifier } })
  issuer.lie({ error: 'authorization_pending' })
  expect(await failure(finish())).toMatchObject({ error: 'authorization_pending', code: 4050 })
  issuer.lie({ error: 'slow_down' })
  expect(await failure(finish())).toMatchObject({ error: 'slow_down', code: 4051 })
  issuer.lie({ claims: { nonce: query.get('nonce') ?? '' } })
  expect(await finish()).toMatchObject({ expires_in: 600 })
})

test('[ACC-36] expired_token from the provider is passed on', async () => {
  const error = await failure(visit({ error: 'expired_token' }))
  expect(error).toMatchObject({ error: 'expired_token', code: 4052 })
})

test('a provider error and its cause contain neither code nor secret nor token', async () => {
  for (const lie of [{ forged: true }, { error: 'invalid_client' }, { claims: { aud: 'x' } }]) {
    const error = (await failure(visit(lie))) as ServiceError
    const told = [error.message, JSON.stringify(error), (error.cause as Error).message].join(' ')
    for (const secret of [SECRET, 'a-code', 'eyJ']) expect(told).not.toContain(secret)
    expect((error.cause as Error).cause).toBeUndefined()
    expect((error.cause as Error).message).toMatch(/^oidc: /)
  }
})

test('an unreachable provider answers provider_error, and a failed discovery is retried at the next visit', async () => {
  issuer.lie({ document: { issuer: 'nonsense' } })
  await failure(beginVisit(account))
  issuer.lie({})
  expect((await beginVisit(account)).uri).toMatch(issuer.issuer)
  await issuer[Symbol.asyncDispose]()
  account.clock.advance(2 * 3600_000)
  const error = (await failure(beginVisit(account))) as ServiceError
  expect(error).toMatchObject({ error: 'provider_error' })
  expect((error.cause as Error).message).toMatch(/ECONNREFUSED|UND_ERR_SOCKET/)
})

import { generateKeyPairSync } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { ManualClock, systemClock } from '../../../kernel/clock.ts'
import { createOutgoingRequests } from '../../../kernel/outgoing/outgoing-requests.ts'
import { Secret } from '../../../kernel/secret.ts'
import { type LyingIssuer, startLyingIssuer } from '../testing/lying-issuer.ts'
import { CALLBACK, someProvider } from '../testing/provider-journey.ts'
import { createThirdParty } from './create-third-party.ts'
import { createProviderFetch } from './provider-fetch.ts'

const requests = createOutgoingRequests({
  clock: systemClock,
  reach: { loopback: true, privateNetworks: false },
})
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

let issuer: LyingIssuer | undefined
afterEach(() => issuer?.[Symbol.asyncDispose]())

test('Apple gets a client secret that is signed with its key and valid for five minutes', async () => {
  issuer = await startLyingIssuer('app.awan')
  const clock = new ManualClock(Date.now())
  const apple = createThirdParty(
    someProvider({
      preset: 'apple',
      clientId: 'app.awan',
      clientSecret: new Secret(pem),
      issuer: issuer.issuer,
      teamId: 'TEAM',
      keyId: 'KEY',
    }),
    { env: 'development', fetch: createProviderFetch({ env: 'development', requests }), clock },
  )
  const visit = { redirectUri: CALLBACK, state: 's', nonce: 'n', codeChallenge: 'c' }
  const { searchParams } = await apple.authorizationUrl(visit)
  // With a scope it would answer by a form post.
  expect(searchParams.has('scope')).toBe(false)
  issuer.lie({ claims: { nonce: 'n' } })
  const profile = await apple.identify({ ...visit, code: 'code', codeVerifier: 'v'.repeat(43) })
  expect(profile.userId).toBe('victim')

  const secret = issuer.asked[0]?.client_secret ?? ''
  const { payload, protectedHeader } = await jwtVerify(secret, publicKey, {
    issuer: 'TEAM',
    subject: 'app.awan',
    audience: issuer.issuer,
  })
  expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'KEY' })
  expect(Number(payload.exp) - Number(payload.iat)).toBe(300)
})

test('the id of a Microsoft account includes its tenant', async () => {
  issuer = await startLyingIssuer('awan-there')
  const microsoft = createThirdParty(someProvider({ preset: 'microsoft', issuer: issuer.issuer }), {
    env: 'development',
    fetch: createProviderFetch({ env: 'development', requests }),
    clock: new ManualClock(Date.now()),
  })
  issuer.lie({ claims: { nonce: 'n', tid: 'tenant-1', sub: 'same' } })
  const answer = { redirectUri: CALLBACK, nonce: 'n', code: 'c', codeVerifier: 'v'.repeat(43) }
  expect((await microsoft.identify(answer)).userId).toBe('tenant-1.same')
})

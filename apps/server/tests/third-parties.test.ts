import { type AwanClient, createPkce, isServiceError } from '@awan/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CLIENT,
  type IdentityProvider,
  startIdentityProvider,
} from '../src/account/providers/testing/identity-provider.ts'
import { listenOnLoopback } from '../src/account/providers/testing/loopback.ts'
import type { ProviderConfig } from '../src/config/providers.ts'
import { Secret } from '../src/kernel/secret.ts'
import { onEachBackend } from './testing/backends.ts'
import { createPerson, type Person, readCode } from './testing/person.ts'
import { startServer, type TestServer } from './testing/server.ts'

const CALLBACK = 'http://localhost/provider-callback'

let idp: IdentityProvider
beforeAll(async () => {
  idp = await startIdentityProvider(CALLBACK)
})
afterAll(() => idp[Symbol.asyncDispose]())

function homeIdp(): ProviderConfig {
  return {
    id: 'home',
    preset: 'oidc',
    name: 'Home',
    clientId: CLIENT.id,
    clientSecret: new Secret(CLIENT.secret),
    issuer: idp.issuer,
    teamId: undefined,
    keyId: undefined,
  }
}

/** As docs/client/providers.md goes to a provider and back. */
async function prove(client: AwanClient, who: string): Promise<string> {
  const { code_verifier, ...challenge } = await createPkce(client.runtime)
  const { uri } = await client.providers.uri({
    provider_id: 'home',
    redirect_uri: CALLBACK,
    state: 'mine',
    other_params: challenge,
  })
  const back = await idp.visit(uri, who)
  expect(back.get('state')).toBe('mine')
  const { provider_token } = await client.providers.grantToken({
    provider_id: 'home',
    provider_code: back.get('code') ?? '',
    provider_redirect_uri: CALLBACK,
    provider_params: { code_verifier },
  })
  return provider_token
}

async function signUp(url: string, { client, email }: Person, provider_token?: string) {
  const { verification_id } = await client.verification.send({
    email,
    target: 'NOT_USER',
    usage: 'REGISTER',
  })
  const { verification_token } = await client.verification.verify({
    verification_id,
    verification_code: await readCode(url, email),
  })
  const credentials = await client.signUp.withContact({ email, verification_token, provider_token })
  return credentials.sub
}

/** By a code to the mailbox: these people have no password. */
async function sudo(server: TestServer, { client, email }: Person): Promise<string> {
  server.clock.advance(60_000)
  const { verification_id } = await client.verification.send({ target: 'CUR_USER' })
  const { verification_token } = await client.verification.verify({
    verification_id,
    verification_code: await readCode(server.url, email),
  })
  return (await client.user.sudo({ verification_token })).sudo_token
}

onEachBackend((prepare) => {
  test('[CAL-2] [CAL-14] [CAL-15] [CAL-18] [CAL-19] a person signs up with a third party, signs out and in with it, and unbinds it', async () => {
    await using server = await startServer(await prepare(), { providers: [homeIdp()] })
    const person = createPerson(server.url)
    const { client } = person
    const provider_token = await prove(client, 'sari')
    const nobody = client.signIn.withProvider({ provider_token })
    await expect(nobody).rejects.toMatchObject({ error: 'not_found' })
    const sub = await signUp(server.url, person, provider_token)

    await client.signOut()
    await client.signIn.withProvider({ provider_token: await prove(client, 'sari') })
    expect((await client.user.me()).sub).toBe(sub)
    expect((await client.providers.list()).data).toEqual([
      { id: 'home', name: 'Home', bind: true, provider_user_name: 'sari of the IdP' },
    ])
    // A fresh sign-in is proof enough.
    await client.providers.unbind('home')
    expect((await client.providers.list()).data[0]?.bind).toBe(false)
    const gone = client.signIn.withProvider({ provider_token: await prove(client, 'sari') })
    await expect(gone).rejects.toMatchObject({ error: 'not_found' })
    expect(server.log()).not.toContain(CLIENT.secret)
    expect(server.log()).not.toContain(provider_token)
  })

  test('an unreachable third party answers provider_error, and the log says why without secrets', async () => {
    const gone = await listenOnLoopback()
    await gone[Symbol.asyncDispose]()
    const down = { ...homeIdp(), issuer: gone.url }
    await using server = await startServer(await prepare(), { providers: [down] })
    const { client } = createPerson(server.url)
    await expect(prove(client, 'sari')).rejects.toMatchObject({ error: 'provider_error' })
    expect(server.log()).toContain('home: ClientError ECONNREFUSED')
    expect(server.log()).not.toContain(CLIENT.secret)
  })

  test('[CAL-16] [CAL-17] [CAL-20] [CAL-21] a third party bound to another account signs in to that account or is transferred', async () => {
    await using server = await startServer(await prepare(), { providers: [homeIdp()] })
    // From an administrator, who has the first account, no third party can be taken.
    await signUp(server.url, createPerson(server.url))
    const [old, next] = [createPerson(server.url), createPerson(server.url)]
    const oldSub = await signUp(server.url, old, await prove(old.client, 'sari'))
    const nextSub = await signUp(server.url, next)
    const { client } = next

    const went = await client.providers.transferByProvider({
      provider_token: await prove(client, 'sari'),
    })
    expect(went.sub).toBe(oldSub)
    expect((await client.user.me()).sub).toBe(oldSub)
    await client.signOut()
    server.clock.advance(60_000)
    const { verification_id } = await client.verification.send({
      email: next.email,
      usage: 'SIGN_IN',
    })
    const { verification_token } = await client.verification.verify({
      verification_id,
      verification_code: await readCode(server.url, next.email),
    })
    await client.signIn.withCode({ username: next.email, verification_token })
    expect((await client.user.me()).sub).toBe(nextSub)

    const sudo_token = await sudo(server, next)
    const provider_token = await prove(client, 'sari')
    const patched = await client.providers.patchToken({
      provider_token,
      provider_params: { name: 'Sari herself' },
    })
    expect(patched.provider_profile.name).toBe('sari of the IdP')
    try {
      await client.providers.bind({ provider_token, sudo_token })
      expect.unreachable()
    } catch (error) {
      if (!isServiceError(error, 'already_exists')) throw error
      const trans_token = error.details.find(({ resource_id }) => resource_id)?.resource_id ?? ''
      const taken = await client.providers.transfer('home', { trans_token, sudo_token })
      expect(taken).toEqual({ client_id: 'awan-cli' })
    }
    expect((await client.providers.list()).data[0]?.bind).toBe(true)
    expect((await old.client.providers.list()).data[0]?.bind).toBe(false)
  })
})

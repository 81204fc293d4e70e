import { type AwanClient, createPkce, readTwoFactor } from '@awan/client'
import { headers } from '@awan/protocol'
import type { beginSecondStep, enableTwoFactor } from '@awan/protocol/account'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CLIENT,
  type IdentityProvider,
  startIdentityProvider,
} from '../../src/account/providers/testing/identity-provider.ts'
import { Secret } from '../../src/kernel/secret.ts'
import { onEachBackend } from '../testing/backends.ts'
import { createPerson, createSignedUpPerson, PASSWORD, readCode } from '../testing/person.ts'
import { startServer } from '../testing/server.ts'

const CALLBACK = 'http://localhost/provider-callback'

let idp: IdentityProvider
beforeAll(async () => {
  idp = await startIdentityProvider(CALLBACK)
})
afterAll(() => idp[Symbol.asyncDispose]())

async function visit(client: AwanClient) {
  const { code_verifier, ...challenge } = await createPkce(client.runtime)
  const { uri, signout_uri } = await client.providers.uri({
    provider_id: 'home',
    redirect_uri: CALLBACK,
    state: 'mine',
    other_params: { ...challenge, sign_out_uri: CALLBACK },
  })
  const back = await idp.visit(uri, 'sari')
  const { provider_token } = await client.providers.grantToken({
    provider_id: 'home',
    provider_code: back.get('code') ?? '',
    provider_redirect_uri: CALLBACK,
    provider_params: { code_verifier },
  })
  return { provider_token, signout_uri }
}

onEachBackend((prepare) => {
  test('[ACC-31] [CAL-2] [CAL-14] [CAL-17] a sign-in with a third party still needs the second step', async () => {
    const home = {
      id: 'home',
      preset: 'oidc',
      name: 'Home',
      clientId: CLIENT.id,
      clientSecret: new Secret(CLIENT.secret),
      issuer: idp.issuer,
      teamId: undefined,
      keyId: undefined,
    } as const
    await using server = await startServer(await prepare(), { providers: [home] })
    const { client: here, email } = await createSignedUpPerson(server.url)
    const { sudo_token } = await here.user.sudo({ password: PASSWORD })
    const { provider_token: own } = await visit(here)
    await here.providers.bind({ provider_token: own, sudo_token })
    await here.request<typeof enableTwoFactor>('PUT', '/v1/user/two_factor/{method}', {
      auth: true,
      headers: { [headers.sudoToken]: sudo_token },
      params: { method: 'EMAIL' },
    })

    const { client } = createPerson(server.url)
    const { provider_token, signout_uri } = await visit(client)
    expect(new URL(signout_uri ?? '').searchParams.get('post_logout_redirect_uri')).toBe(CALLBACK)
    const refusal = await client.signIn.withProvider({ provider_token }).catch((error) => error)
    const step = readTwoFactor(refusal)
    expect(step?.methods).toContain('EMAIL')
    server.clock.advance(60_000)
    const { two_factor_token } = await client.request<typeof beginSecondStep>(
      'POST',
      '/v1/auth/two_factor/begin',
      { body: { two_factor_token: step?.token ?? '', method: 'EMAIL' } },
    )
    const { sub } = await client.signIn.withProvider({
      provider_token,
      two_factor_token,
      two_factor_code: await readCode(server.url, email),
    })
    expect((await here.user.me()).sub).toBe(sub)
  })
})

import { expect, test } from 'vitest'
import { openAccount } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { sendJson } from '../testing/local-server.ts'

test('[REQ-4] [CON-12] the language is EN until one is chosen', async () => {
  await using place = await openAccount()
  await place.signIn()
  place.client.setLocale('zh-hant')
  await place.client.user.me()
  expect(place.server.received.map(({ headers }) => headers['accept-language'])).toEqual([
    'EN',
    'zh-hant',
  ])
})

test('[ENT-12] the remaining payload fields are sent under the names of the protocol', async () => {
  await using place = await openAccount()
  const { client } = place
  await client.signUp.anonymously()
  const { sudo_token } = await client.user.sudo({ password: 'secret' })
  await client.providers.uri({
    provider_id: 'google',
    redirect_uri: 'https://app.test',
    state: 's',
    other_params: { sign_out_uri: 'https://app.test/out' },
  })
  await client.providers.grantToken({ provider_id: 'google', provider_redirect_uri: 'x' })
  await client.providers.transfer('google', { trans_token: 't' })
  await client.providers.transferByProvider({ provider_token: 'p', trans_token: 't' })
  await client.user.remove({ sudo_token })
  await client.signOut()
  const names = new Set(
    place.server.received.flatMap(({ query, json }) => [...query.keys(), ...Object.keys(json)]),
  )
  for (const name of [
    'provider_id',
    'provider_redirect_uri',
    'state',
    'other_params[sign_out_uri]',
    'sudo_token',
    'token',
    'token_type_hint',
    'provider_trans_token',
    'trans_token',
  ]) {
    expect(names).toContain(name)
  }
})

test('[ENT-16] authorization requests and their errors use the field names of OAuth', async () => {
  await using place = await openAccount(
    {
      '/v1/user/authorize': ({ json }, response) =>
        json.response_type === 'code'
          ? { code: 'c', state: json.state, expires_in: 60 }
          : sendJson(response, 400, {
              error: 'unsupported_response_type',
              error_code: 4124,
              error_description: 'only code',
              error_uri: '/elsewhere',
            }),
    },
    { clientSecret: 'hush' },
  )
  const { client } = place
  await place.signIn()
  const asked = {
    client_id: 'app',
    response_type: 'code',
    redirect_uri: 'https://app.test',
    scope: 'user',
    state: 's',
  }
  const { code = '', state } = await client.authorization.grant(asked)
  expect(state).toBe('s')
  const { redirect_uri, scope } = asked
  const credentials = await client.signIn.withAuthorizationCode({ code, redirect_uri, scope })
  expect(credentials).toMatchObject({
    access_token: 'access-2',
    token_type: 'Bearer',
    refresh_token: 'refresh-2',
    expires_in: 7200,
  })
  const fields = place.server.received.flatMap(({ json }) => Object.keys(json))
  expect(new Set(fields)).toEqual(
    new Set([
      'username',
      'password',
      'client_id',
      'client_secret',
      'response_type',
      'redirect_uri',
      'scope',
      'state',
      'grant_type',
      'code',
    ]),
  )
  const refused = await caught(client.authorization.grant({ ...asked, response_type: 'token' }))
  expect(refused.toJSON()).toMatchObject({
    error: 'unsupported_response_type',
    error_description: 'only code',
    error_uri: '/v1/user/authorize',
  })
})

import { createHash, randomBytes } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { createTestAuthenticator } from '../../../src/account/passkeys/testing.ts'
import { PASSWORD } from '../../testing/person.ts'
import { PROVIDER_CALLBACK, PROVIDER_ID } from './provider.ts'
import type { Recipes } from './recipe.ts'
import { challengeOf, type Scene, type Somebody, someName, visitProvider } from './scene.ts'

/** Verification, signing up and in, the second step, passkeys and third parties. */
export const waysIn: Recipes = {
  'POST /v1/auth/verification': () => ({ body: { email: someEmail(), usage: 'REGISTER' } }),
  'POST /v1/auth/verification/verify': async ({ sendCode }) => {
    const { id, code } = await sendCode(someEmail(), 'REGISTER')
    return { body: { verification_id: id, verification_code: code } }
  },
  'POST /v1/auth/signup': async ({ proveEmail }) => {
    const email = someEmail()
    const verification_token = await proveEmail(email, 'REGISTER')
    return { body: { email, verification_token, password: PASSWORD, name: 'Ana', locale: 'en' } }
  },
  'POST /v1/auth/signup/anonymously': () => ({
    headers: { 'x-device-id': randomBytes(16).toString('hex') },
    body: {},
  }),
  'POST /v1/user/anonymous/merge': async ({ newcomer, anonymous }) => ({
    by: await newcomer(),
    body: { anonymous_token: await anonymous(), folder_name: 'From before' },
  }),
  'POST /v1/auth/signin': async ({ newcomer }) => ({
    body: { email: (await newcomer()).email, password: PASSWORD },
  }),
  'POST /v1/auth/reset': async ({ newcomer, proveEmail, pass }) => {
    const { email } = await newcomer()
    pass()
    const verification_token = await proveEmail(email, 'PASSWORD_RESET')
    return { body: { email, verification_token, new_password: 'seven wet umbrellas' } }
  },

  'POST /v1/auth/two_factor/begin': async ({ withTotp, call, pass }) => {
    const person = await withTotp()
    await call('PUT /v1/user/two_factor/EMAIL', { by: person })
    pass()
    return { body: { two_factor_token: await person.beginSignIn(), method: 'EMAIL' } }
  },
  'GET /v1/user/two_factor': async ({ resident }) => ({ by: await resident() }),
  'DELETE /v1/user/two_factor': async ({ withTotp }) => ({ by: await withTotp() }),
  'POST /v1/user/two_factor/totp/start': async ({ newcomer }) => ({ by: await newcomer() }),
  'POST /v1/user/two_factor/totp/confirm': async ({ newcomer, call, codeOf }) => {
    const by = await newcomer()
    const { setup_token, secret } = await call('POST /v1/user/two_factor/totp/start', { by })
    return { by, body: { setup_token, code: codeOf(secret) } }
  },
  'PUT /v1/user/two_factor/{method}': async ({ newcomer }) => ({
    by: await newcomer(),
    params: { method: 'EMAIL' },
  }),
  'DELETE /v1/user/two_factor/{method}': async ({ withTotp, call }) => {
    const by = await withTotp()
    await call('PUT /v1/user/two_factor/EMAIL', { by })
    return { by, params: { method: 'EMAIL' } }
  },
  'POST /v1/user/two_factor/recovery_codes': async ({ withTotp }) => ({ by: await withTotp() }),
  'GET /v1/user/trusted_devices': async ({ resident }) => ({ by: await resident() }),
  'DELETE /v1/user/trusted_devices': async ({ newcomer }) => ({ by: await newcomer() }),
  'DELETE /v1/user/trusted_devices/{id}': async (scene) => {
    const by = await scene.withTotp()
    await scene.call('POST /v1/auth/signin', {
      body: {
        email: by.email,
        password: PASSWORD,
        two_factor_token: await by.beginSignIn(),
        two_factor_recovery_code: by.recoveryCodes[0],
        trust_device: true,
      },
    })
    const { data } = await scene.call('GET /v1/user/trusted_devices', { by })
    return { by, params: { id: data[0].id } }
  },

  'POST /v1/user/passkeys/options': async ({ newcomer }) => ({ by: await newcomer() }),
  'POST /v1/user/passkeys': async (scene) => {
    const by = await scene.newcomer()
    const options = await scene.call('POST /v1/user/passkeys/options', { by })
    return { by, body: { credential: createTestAuthenticator().create(options, HERE) } }
  },
  'GET /v1/user/passkeys': async ({ resident }) => ({ by: await resident() }),
  'PATCH /v1/user/passkeys/{id}': async (scene) => {
    const { by, id } = await addPasskey(scene)
    return { by, params: { id }, body: { name: 'Phone' } }
  },
  'DELETE /v1/user/passkeys/{id}': async (scene) => {
    const { by, id } = await addPasskey(scene)
    return { by, params: { id } }
  },
  'GET /.well-known/webauthn': () => ({}),
  'POST /v1/auth/passkey/options': () => ({}),
  'POST /v1/auth/passkey/signin': async (scene) => {
    const { authenticator } = await addPasskey(scene)
    const options = await scene.call('POST /v1/auth/passkey/options')
    return { body: { credential: authenticator.use(options, HERE) } }
  },

  'GET /v1/server': () => ({}),
  'GET /v1/auth/provider': () => ({}),
  'GET /v1/auth/provider/uri': () => ({
    query: {
      provider_id: PROVIDER_ID,
      redirect_uri: PROVIDER_CALLBACK,
      state: 'mine',
      'other_params[code_challenge]': challengeOf('v'.repeat(43)),
      'other_params[code_challenge_method]': 'S256',
    },
  }),
  'POST /v1/auth/provider/token': async (scene) => {
    const { code, verifier } = await visitProvider(scene, someName())
    return {
      body: {
        provider_id: PROVIDER_ID,
        provider_code: code,
        provider_redirect_uri: PROVIDER_CALLBACK,
        provider_params: { code_verifier: verifier },
      },
    }
  },
  'PATCH /v1/auth/provider/token': async ({ proveProvider }) => ({
    body: {
      provider_token: await proveProvider(someName()),
      provider_params: { name: 'Sari herself' },
    },
  }),
  'POST /v1/auth/signin/with/provider': async ({ boundNewcomer, proveProvider }) => {
    const { who } = await boundNewcomer()
    return { body: { provider_token: await proveProvider(who), provider_id: PROVIDER_ID } }
  },
  'POST /v1/user/provider/bind': async ({ newcomer, proveProvider }) => ({
    by: await newcomer(),
    body: { provider_token: await proveProvider(someName()) },
  }),
  'GET /v1/user/provider': async ({ resident }) => ({ by: await resident() }),
  'DELETE /v1/user/provider/{provider_id}': async ({ boundNewcomer, call }) => {
    const by = await boundNewcomer()
    const action = 'DELETE:/v1/user/provider/{provider_id}'
    const body = { action, meta: {} }
    const { captcha_token } = await call('POST /v1/shield/captcha/init', { body })
    const headers = { 'x-captcha-token': captcha_token }
    return { by, params: { provider_id: PROVIDER_ID }, headers }
  },
  'POST /v1/user/provider/{provider_id}/trans': async (scene) => {
    const { who } = await scene.boundNewcomer()
    const by = await scene.newcomer()
    const provider_token = await scene.proveProvider(who)
    const taken = await scene.ask('POST /v1/user/provider/bind', { by, body: { provider_token } })
    const { resource_id } = taken.body.details.find((detail: object) => 'resource_id' in detail)
    return {
      by,
      params: { provider_id: PROVIDER_ID },
      body: { provider_trans_token: resource_id },
    }
  },
  'PATCH /v1/user/trans/by/provider': async ({ boundNewcomer, newcomer, proveProvider }) => {
    const { who } = await boundNewcomer()
    return { by: await newcomer(), body: { provider_token: await proveProvider(who) } }
  },

  'POST /v1/user/sudo/passkey/options': async (scene) => ({ by: (await addPasskey(scene)).by }),
  'POST /v1/user/sudo/provider': async ({ boundNewcomer }) => ({
    by: await boundNewcomer(),
    body: sudoVisit(randomBytes(32).toString('base64url')),
  }),
  'POST /v1/user/sudo/provider/token': async ({ boundNewcomer, call, idp }) => {
    const by = await boundNewcomer()
    const code_verifier = randomBytes(32).toString('base64url')
    const body = sudoVisit(code_verifier)
    const { uri } = await call('POST /v1/user/sudo/provider', { by, body })
    const back = await idp.visit(uri, by.who)
    return {
      by,
      body: {
        provider_id: PROVIDER_ID,
        provider_code: back.get('code') ?? '',
        provider_redirect_uri: PROVIDER_CALLBACK,
        code_verifier,
        iss: back.get('iss') ?? '',
      },
    }
  },

  'POST /v1/shield/captcha/init': () => ({ body: signInCaptcha() }),
  'POST /v1/shield/captcha/data': () => ({ body: signInCaptcha() }),
  'POST /v1/shield/captcha/data/verify': async ({ call, readPicture }) => {
    readPicture()
    const { token } = await call('POST /v1/shield/captcha/data', { body: signInCaptcha() })
    return { body: { token, key: readPicture() } }
  },
  'GET /risk': () => ({ query: { cmd: 'algorithm', t: '1' } }),
  'POST /risk': async ({ call }) => {
    const script = await call('GET /risk?cmd=algorithm')
    const raw = someName()
    const xl_fp_sign = runInNewContext(`${script};xl_al(raw)`, { raw })
    const xl_fp = createHash('md5').update(raw).digest('hex')
    return { query: { cmd: 'report' }, body: { xl_fp_raw: raw, xl_fp, xl_fp_sign, version: 2 } }
  },
}

/** Where the authenticator of the browser believes to be. */
const HERE = { origin: 'http://localhost', rpId: 'localhost' }

const someEmail = () => `${someName()}@example.org`

const sudoVisit = (verifier: string) => ({
  provider_id: PROVIDER_ID,
  redirect_uri: PROVIDER_CALLBACK,
  state: 'mine',
  code_challenge: challengeOf(verifier),
  code_challenge_method: 'S256',
})

const signInCaptcha = () => ({ action: 'POST:/v1/auth/signin', meta: { email: someEmail() } })

async function addPasskey({ newcomer, call }: Scene) {
  const by: Somebody = await newcomer()
  const authenticator = createTestAuthenticator()
  const options = await call('POST /v1/user/passkeys/options', { by })
  const credential = authenticator.create(options, HERE)
  const { id } = await call('POST /v1/user/passkeys', { by, body: { credential } })
  return { by, authenticator, id: id as string }
}

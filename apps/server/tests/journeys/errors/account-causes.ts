import type { AwanClient } from '@awan/client'
import { headers } from '@awan/protocol'
import type { enableTwoFactor, requirePasswordReset, setUserStatus } from '@awan/protocol/account'
import { Secret } from '../../../src/kernel/secret.ts'
import {
  createPerson,
  createSignedUpPerson,
  PASSWORD,
  type Person,
  readCode,
} from '../../testing/person.ts'
import { proveEmail } from '../testing/prove-email.ts'
import type { Causes } from './cause.ts'
import { type Answer, lastAnswer, type Stage, send } from './stage.ts'

/** What signing in, its steps and the states of an account can end with. */
export const accountCauses = {
  unauthenticated: ({ url }) => send(url, 'GET /v1/user/me'),
  invalid_argument: ({ url }) => send(url, 'POST /v1/auth/signin', { body: { password: 7 } }),
  unauthorized_client: ({ url }) =>
    send(url, 'POST /v1/auth/signin', {
      headers: { 'x-client-id': 'nobody' },
      body: { email: 'ana@example.org', password: PASSWORD },
    }),
  invalid_account_or_password: ({ url }) => signIn(url, 'nobody@example.org'),
  permission_denied: async ({ url, admin }) =>
    send(url, 'DELETE /v1/user/me', { token: await tokenOf(admin) }),
  invalid_password: async ({ url, admin }) =>
    send(url, 'POST /v1/user/sudo', { token: await tokenOf(admin), body: { password: 'wrong' } }),
  failed_precondition: async ({ url, admin }) =>
    send(url, 'DELETE /v1/user/me', {
      token: await tokenOf(admin),
      headers: await sudoOf(admin.client),
    }),
  already_exists: async ({ url, admin }) => {
    await admin.client.user.update({ username: 'admin' })
    const token = await tokenOf(await createSignedUpPerson(url))
    return send(url, 'PATCH /v1/user/profile', { token, body: { username: 'admin' } })
  },

  captcha_required: ({ url }) => failOften(url, {}),
  captcha_invalid: ({ url }) => failOften(url, { [headers.captchaToken]: 'a.b.c' }),
  invalid_status: async ({ url, change }) => {
    const email = 'guessed@example.org'
    await signIn(url, email)
    // The rest of a hundred guesses, without the captchas that they would cost.
    await change((writer) =>
      writer
        .updateTable('rate_limits')
        .set({ points: 100 })
        .where('key', 'like', 'signin:guesses:%')
        .execute(),
    )
    return lastAnswer(url, (client) =>
      client.signIn.withPassword({ username: email, password: PASSWORD }),
    )
  },
  resource_exhausted: async ({ url }) => {
    const body = { email: 'twice@example.org', usage: 'REGISTER' }
    const sent = { body, from: '198.51.100.2' }
    await send(url, 'POST /v1/auth/verification', sent)
    return send(url, 'POST /v1/auth/verification', sent)
  },
  unimplemented: async ({ open }) => {
    const wechat = {
      id: 'wechat',
      preset: 'wechat',
      name: 'WeChat',
      clientId: 'here',
      clientSecret: new Secret('s'),
      issuer: undefined,
      teamId: undefined,
      keyId: undefined,
    } as const
    const { server } = await open({ providers: [wechat] })
    return send(server.url, 'POST /v1/auth/provider/token', {
      body: { provider_id: 'wechat', provider_access_token: 'of some other app' },
    })
  },

  invalid_verification_code: async ({ url }) => {
    const { client, email } = createPerson(url)
    const { verification_id } = await client.verification.send({ email, usage: 'REGISTER' })
    const body = { verification_id, verification_code: 'wrong' }
    return send(url, 'POST /v1/auth/verification/verify', { body })
  },
  expired_verification_code: async ({ url, server }) => {
    const { client, email } = createPerson(url)
    const { verification_id } = await client.verification.send({ email, usage: 'REGISTER' })
    server.clock.advance(600_000)
    const body = { verification_id, verification_code: '123456' }
    return send(url, 'POST /v1/auth/verification/verify', { body })
  },
  user_not_exist: async ({ url }) => {
    const { client, email } = createPerson(url)
    const verification_token = await proveEmail(url, client, email, 'SIGN_IN')
    return send(url, 'POST /v1/auth/signin', { body: { email, verification_token } })
  },
  validate_required: async ({ open }) => {
    const { server } = await open({ validatesPhones: true })
    const { client } = createPerson(server.url)
    const phone_number = '+62 81234567890'
    const { verification_id } = await client.verification.send({ phone_number, usage: 'REGISTER' })
    const verification_code = await readCode(server.url, '+6281234567890')
    const proof = await client.verification.verify({ verification_id, verification_code })
    const { verification_token } = proof
    await client.signUp.withContact({ phone_number, verification_token, password: PASSWORD })
    const body = { phone_number, password: PASSWORD }
    return send(server.url, 'POST /v1/auth/signin', { body })
  },

  two_factor_required: async ({ url }) => signIn(url, (await createCarefulPerson(url)).email),
  invalid_two_factor: async ({ url }) => {
    const { email } = await createCarefulPerson(url)
    const two_factor_token = readToken(await signIn(url, email), 'two_factor_token')
    return signIn(url, email, { two_factor_token, two_factor_code: 'wrong' })
  },
  invalid_two_factor_recovery: async ({ url }) => {
    const { email } = await createCarefulPerson(url)
    const two_factor_token = readToken(await signIn(url, email), 'two_factor_token')
    return signIn(url, email, { two_factor_token, two_factor_recovery_code: 'wrong' })
  },

  cannot_unlock: (stage) => signInAs(stage, 'FROZEN'),
  user_blocked: (stage) => signInAs(stage, 'BLOCKED'),
  under_review: (stage) => signInAs(stage, 'UNDER_REVIEW'),
  user_pending: async ({ url, change }) => {
    const person = await createSignedUpPerson(url)
    const { sub } = await person.client.user.me()
    await change((writer) =>
      writer.updateTable('users').set({ status: 'PENDING' }).where('sub', '=', sub).execute(),
    )
    return signIn(url, person.email)
  },
  password_reset_required: async ({ url, admin }) => {
    const person = await createSignedUpPerson(url)
    const { sub } = await person.client.user.me()
    await admin.client.request<typeof requirePasswordReset>(
      'POST',
      '/v1/admin/users/{sub}/password_reset',
      { auth: true, headers: await sudoOf(admin.client), params: { sub }, body: {} },
    )
    return signIn(url, person.email)
  },
  account_freeze: async ({ url }) => {
    const { client, email } = await createSignedUpPerson(url)
    const { sudo_token } = await client.user.sudo({ password: PASSWORD })
    await client.user.remove({ sudo_token })
    return signIn(url, email)
  },
  registration_not_supported: async ({ open }) => {
    const { server } = await open({ allowsAnonymous: false })
    return send(server.url, 'POST /v1/auth/signup/anonymously', {
      headers: { 'x-device-id': 'd0d0d0d0d0d0d0d0' },
    })
  },
} satisfies Causes

function signIn(url: string, email: string, more: object = {}): Promise<Answer> {
  return send(url, 'POST /v1/auth/signin', { body: { email, password: PASSWORD, ...more } })
}

export function tokenOf({ client }: Person): Promise<string> {
  return client.session.accessToken()
}

async function sudoOf(client: AwanClient): Promise<Record<string, string>> {
  const { sudo_token } = await client.user.sudo({ password: PASSWORD })
  return { [headers.sudoToken]: sudo_token }
}

let failures = 0

/** As often as a person may fail without being asked for a captcha, and once more. */
async function failOften(url: string, lastHeaders: Record<string, string>): Promise<Answer> {
  const email = `failing${failures++}@example.org`
  for (let tries = 0; tries < 3; tries++) await signIn(url, email)
  return send(url, 'POST /v1/auth/signin', {
    headers: lastHeaders,
    body: { email, password: PASSWORD },
  })
}

async function signInAs(
  { url, admin }: Stage,
  status: 'FROZEN' | 'BLOCKED' | 'UNDER_REVIEW',
): Promise<Answer> {
  const person = await createSignedUpPerson(url)
  const { sub } = await person.client.user.me()
  await admin.client.request<typeof setUserStatus>('POST', '/v1/admin/users/{sub}/status', {
    auth: true,
    headers: await sudoOf(admin.client),
    params: { sub },
    body: { status },
  })
  return signIn(url, person.email)
}

/** Somebody who is asked for a code from their mailbox beside the password. */
async function createCarefulPerson(url: string): Promise<Person> {
  const person = await createSignedUpPerson(url)
  await person.client.request<typeof enableTwoFactor>('PUT', '/v1/user/two_factor/{method}', {
    auth: true,
    headers: await sudoOf(person.client),
    params: { method: 'EMAIL' },
  })
  return person
}

function readToken({ body }: Answer, name: string): string {
  const [detail] = (body.details ?? []) as { metadata?: Record<string, string> }[]
  return detail?.metadata?.[name] ?? ''
}

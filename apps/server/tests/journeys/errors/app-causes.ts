import { DEVICE_CODE_GRANT } from '@awan/protocol/account'
import { createSignedUpPerson } from '../../testing/person.ts'
import { tokenOf } from './account-causes.ts'
import type { Causes } from './cause.ts'
import { type Answer, type Stage, send } from './stage.ts'

/** One of our own apps, at its own address. */
const asked = { client_id: 'awan-web', redirect_uri: 'http://localhost/callback' }
const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' }

/** What other apps, devices and browsers can be answered. */
export const appCauses = {
  invalid_grant: ({ url }) =>
    send(url, 'POST /v1/auth/token', {
      body: { grant_type: 'refresh_token', refresh_token: 'made-up' },
    }),
  invalid_scope: ({ url }) =>
    send(url, 'POST /v1/auth/device/code', { body: { scope: 'everything' } }),
  invalid_request: (stage) => authorize(stage, {}),
  invalid_request_uri: (stage) =>
    authorize(stage, { ...challenge, redirect_uri: 'https://evil.example/callback' }),
  unsupported_response_type: (stage) => authorize(stage, { ...challenge, response_type: 'token' }),
  login_required: ({ url }) => send(url, `GET ${detect}`),
  consent_required: async ({ url, admin }) =>
    send(url, `GET ${detect}`, { token: await tokenOf(admin) }),
  interaction_required: async ({ url, change }) => {
    const person = await createSignedUpPerson(url)
    const { sub } = await person.client.user.me()
    await change((writer) =>
      writer
        .updateTable('users')
        .set({ password_reset_required: 1 })
        .where('sub', '=', sub)
        .execute(),
    )
    return send(url, `GET ${detect}`, { token: await tokenOf(person) })
  },
  request_not_supported: ({ url }) => browse(url, { request: 'x.y.z' }),
  request_uri_not_supported: ({ url }) => browse(url, { request_uri: 'https://app.example/r' }),
  temporarily_unavailable: async ({ url }) => {
    const body = new URLSearchParams({ client_id: 'awan-cli' })
    const start = () => send(url, 'POST /oauth2/device_authorization', { body, from: '198.18.9.9' })
    for (let tries = 0; tries < 60; tries++) await start()
    return start()
  },

  authorization_pending: async ({ url }) => poll(url, await startDevice(url)),
  slow_down: async ({ url }) => {
    const device = await startDevice(url)
    await poll(url, device)
    return poll(url, device)
  },
  expired_token: async ({ url, server }) => {
    const device = await startDevice(url)
    server.clock.advance(600_000)
    return poll(url, device)
  },
  access_denied: async ({ url, admin }) => {
    const device = await startDevice(url)
    await admin.client.device.authorize({ user_code: device.user_code, state: 'ACCESS_DENIED' })
    return poll(url, device)
  },
} satisfies Causes

const detect = `/v1/user/authorize/detect?${new URLSearchParams(asked)}` as const

async function authorize({ url, admin }: Stage, request: object): Promise<Answer> {
  const token = await tokenOf(admin)
  return send(url, 'POST /v1/user/authorize', { token, body: { ...asked, ...request } })
}

function browse(url: string, request: Record<string, string>): Promise<Answer> {
  const query = new URLSearchParams({
    ...asked,
    ...challenge,
    response_type: 'code',
    ...request,
  })
  return send(url, `GET /oauth2/authorize?${query}`)
}

interface WaitingDevice {
  device_code: string
  user_code: string
}

async function startDevice(url: string): Promise<WaitingDevice> {
  const { body } = await send(url, 'POST /v1/auth/device/code')
  return body as WaitingDevice
}

function poll(url: string, { device_code }: WaitingDevice): Promise<Answer> {
  const body = { grant_type: DEVICE_CODE_GRANT, device_code }
  return send(url, 'POST /v1/auth/token', { body })
}

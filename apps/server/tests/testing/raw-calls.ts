import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { PASSWORD, readCode } from './person.ts'

export interface RawCall {
  body?: unknown
  token?: string | undefined
  headers?: Record<string, string>
  /** Where it seems to come from, at a server that trusts this machine as its proxy. */
  address?: string
  deviceId?: string
}

export interface RawAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a stranger's client knows no types
  body: any
}

export type Raw = (call: `${string} /${string}`, sent?: RawCall) => Promise<RawAnswer>

/** A client that says whatever it wants, as those of attackers do; `heard` sees all that is said. */
export function openRaw(url: string, heard: (text: string) => void = () => undefined): Raw {
  return async (call, { body, token, headers = {}, address, deviceId = DEVICE } = {}) => {
    const [method = '', path = ''] = call.split(' ', 2)
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const answer = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'x-client-id': 'awan-cli',
        'x-device-id': deviceId,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(address && { 'x-forwarded-for': address }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
    })
    const text = await answer.text()
    if (sent !== undefined) heard(sent)
    heard(text)
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    return {
      status: answer.status,
      headers: answer.headers,
      // What is asked by HEAD is told by its head alone.
      body: isJson && text !== '' ? JSON.parse(text) : text,
    }
  }
}

const DEVICE = createHash('md5').update('a device').digest('hex')

export interface RawPerson {
  email: string
  sub: string
  token: string
  refreshToken: string
}

/** Somebody new; more fields of the body are sent as they are. */
export async function signUpRaw(url: string, raw: Raw, more: object = {}): Promise<RawPerson> {
  const email = `${randomUUID()}@example.org`
  const verification_token = await verifyRaw(url, raw, email, 'REGISTER')
  const fields = { email, verification_token, password: PASSWORD, name: 'Ana', ...more }
  const { body } = await raw('POST /v1/auth/signup', { body: fields })
  const { sub, access_token: token, refresh_token: refreshToken } = body
  return { email, sub, token, refreshToken }
}

export async function verifyRaw(
  url: string,
  raw: Raw,
  email: string,
  usage: string,
): Promise<string> {
  const sent = await raw('POST /v1/auth/verification', { body: { email, usage } })
  const { verification_id } = sent.body
  const proof = { verification_id, verification_code: await readCode(url, email) }
  const { body } = await raw('POST /v1/auth/verification/verify', { body: proof })
  return body.verification_token
}

export async function sudoRaw(raw: Raw, token: string): Promise<Record<string, string>> {
  const { body } = await raw('POST /v1/user/sudo', { token, body: { password: PASSWORD } })
  return { 'x-sudo-token': body.sudo_token }
}

export const CALLBACK = 'https://notes.example/callback'

/** Registers an app, agrees to it and redeems its code. */
export async function authorizeAppRaw(
  raw: Raw,
  token: string,
): Promise<{ client_id: string; client_secret: string; refresh_token: string }> {
  const { body: registered } = await raw('POST /v1/admin/apps', {
    token,
    headers: await sudoRaw(raw, token),
    body: {
      name: 'Notes',
      redirect_uris: [CALLBACK],
      scope: 'openid offline_access drive',
      is_confidential: true,
    },
  })
  const client_id: string = registered.app.id
  const code_verifier = randomBytes(32).toString('base64url')
  const { body: agreed } = await raw('POST /v1/user/authorize', {
    token,
    body: {
      client_id,
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'openid offline_access drive',
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
    },
  })
  const { code } = agreed
  const { client_secret } = registered
  const grant = { grant_type: 'authorization_code', code, code_verifier, redirect_uri: CALLBACK }
  const { body } = await raw('POST /oauth2/token', { body: { ...grant, client_id, client_secret } })
  return { client_id, client_secret, refresh_token: body.refresh_token }
}

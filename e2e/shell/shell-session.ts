import type { LoginInfo, SignOutUriInfo, UserAuthorizeParams } from '@awan/client/bridge'
import type { AwanServer } from '../awan-server.ts'

/** The session that a native app keeps for its pages, on the real server. */
export interface ShellSession {
  login: LoginInfo | null
  /** Addresses to open, unseen, when the person signs out. */
  readonly signOutUris: SignOutUriInfo[]
  readonly opened: string[]
  signIn(body: object, path?: string): Promise<void>
  renew(): Promise<void>
  /** What a page hands over; null ends the session, on the server too. */
  take(info: LoginInfo | null): Promise<void>
  authorize(asked: UserAuthorizeParams): Promise<Record<string, unknown>>
}

export class ShellFailure extends Error {
  readonly fields: Record<string, unknown>
  constructor(fields: Record<string, unknown>) {
    super(String(fields.error))
    this.fields = fields
  }
}

const DEVICE_ID = 'c'.repeat(32)

export function createShellSession(server: AwanServer): ShellSession {
  async function post(path: string, body: object, token?: string) {
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-device-id': DEVICE_ID,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    const fields = (await answer.json()) as Record<string, unknown>
    if (!answer.ok) throw new ShellFailure(fields)
    return fields
  }

  const session: ShellSession = {
    login: null,
    signOutUris: [],
    opened: [],
    async signIn(body, path = '/v1/auth/signin') {
      session.login = (await post(path, { ...body, client_id: 'awan-web' })) as never
    },
    async renew() {
      const { refresh_token } = session.login ?? {}
      session.login = (await post('/v1/auth/token', {
        grant_type: 'refresh_token',
        refresh_token,
        client_id: 'awan-web',
      })) as never
    },
    async take(info) {
      const left = session.login
      session.login = info
      if (info !== null || left === null) return
      await post('/v1/auth/revoke', { token: left.refresh_token ?? left.access_token })
      for (const { sign_out_uri } of session.signOutUris.splice(0)) {
        await fetch(sign_out_uri)
        session.opened.push(sign_out_uri)
      }
    },
    async authorize(asked) {
      const { code, state } = await post('/v1/user/authorize', asked, session.login?.access_token)
      return { code, state }
    },
  }
  return session
}

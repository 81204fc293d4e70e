import type { AnswerOf, BodySent } from '@awan/protocol'
import type {
  endOtherSessions,
  endSession,
  inspectSignOut,
  introspectToken,
  listSessions,
  signOut,
} from '@awan/protocol/account'
import { toFields } from '../fields.ts'
import type { CentreHost } from './centre-host.ts'

/** Where the person is signed in. */
export interface Sessions {
  /**
   * The sessions: this one first, then the 200 that were used last.
   *
   * @example const others = (await centre.sessions.list()).data.filter(({ is_current }) => !is_current)
   */
  list(): Promise<AnswerOf<typeof listSessions>>
  /**
   * What this session may do. Its token is sent in a header, while `client.session.introspect()` sends the
   * token that it is asked about in the address.
   *
   * @example const { scope } = await centre.sessions.access()
   */
  access(): Promise<AnswerOf<typeof introspectToken>>
  /**
   * Signs one device out, immediately.
   *
   * @example await centre.sessions.end(session.id)
   */
  end(id: string): Promise<void>
  /**
   * Signs every other device out.
   *
   * @example const { ended } = await centre.sessions.endOthers()
   */
  endOthers(): Promise<AnswerOf<typeof endOtherSessions>>
  /**
   * Signs this device out, and returns the address to continue with, after the server has checked that
   * it is one of ours. Without an address, `client.signOut()` does the same.
   *
   * @example const { redirect_uri } = await centre.sessions.endThis({ redirect_uri: location.origin, state })
   */
  endThis(payload?: BodySent<typeof signOut>): Promise<AnswerOf<typeof signOut>>
  /**
   * Which app asks for the sign-out, and the address to continue with: a page shows it before
   * `endThis({ request })`.
   *
   * @example const { client: app } = await centre.sessions.inspectEnd({ request })
   */
  inspectEnd(payload: BodySent<typeof inspectSignOut>): Promise<AnswerOf<typeof inspectSignOut>>
}

export function createSessions({ request, signOut: forget }: CentreHost): Sessions {
  return {
    list: () => request<typeof listSessions>('GET', '/v1/user/sessions', { auth: true }),
    access: () =>
      request<typeof introspectToken>('GET', '/v1/auth/token/introspect', { auth: true }),
    async end(id) {
      await request<typeof endSession>('DELETE', '/v1/user/sessions/{id}', {
        auth: true,
        params: { id },
      })
    },
    endOthers: () =>
      request<typeof endOtherSessions>('POST', '/v1/user/sessions/end_others', { auth: true }),
    async endThis(payload = {}) {
      const answer = await request<typeof signOut>('POST', '/v1/user/signout', {
        auth: true,
        body: toFields(payload),
      })
      // The server has ended it: what is left is to forget it here, and that never fails.
      await forget().catch(() => {})
      return answer
    },
    inspectEnd: (payload) =>
      request<typeof inspectSignOut>('POST', '/v1/user/signout/info', { body: toFields(payload) }),
  }
}

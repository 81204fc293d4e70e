import type { resetPassword, setPassword } from '@awan/protocol/account'
import { toFields } from '../fields.ts'
import type { AccountContext } from './account-context.ts'
import type { Payload } from './payload.ts'
import { checkSudoToken } from './to-sudo-header.ts'

export interface Password {
  /**
   * Sets a new password for a verified contact. This does not sign in.
   *
   * @example await client.password.reset({ email, verification_token, new_password })
   */
  reset(payload: Payload<typeof resetPassword>): Promise<void>
  /**
   * Sets a new password for the signed-in user; the other sessions end.
   *
   * @example await client.password.set({ new_password, sudo_token })
   */
  set(payload: { new_password: string; sudo_token: string }): Promise<void>
}

export function createPassword({ request, clientId: client_id }: AccountContext): Password {
  return {
    async reset(payload) {
      await request<typeof resetPassword>('POST', '/v1/auth/reset', {
        body: toFields(payload, { client_id }),
      })
    },
    async set({ new_password, sudo_token }) {
      await request<typeof setPassword>('PATCH', '/v1/user/password', {
        auth: true,
        body: { new_password, sudo_token: checkSudoToken(sudo_token) },
      })
    },
  }
}

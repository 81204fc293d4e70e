import { type AnswerOf, headers } from '@awan/protocol'
import type { getMe, grantSudo, Profile, setPassword } from '@awan/protocol/account'
import type { AccountContext } from './account-context.ts'

export interface User {
  /**
   * The signed-in person.
   *
   * @example const { name } = await client.user.me()
   */
  me(): Promise<Profile>
  /**
   * Checks the password again; the sudo token opens sensitive calls for a few minutes.
   *
   * @example const { sudo_token } = await client.user.sudo({ password })
   */
  sudo(payload: { password: string }): Promise<AnswerOf<typeof grantSudo>>
  /**
   * Sets a new password; the other sessions end.
   *
   * @example await client.user.setPassword({ new_password, sudo_token })
   */
  setPassword(payload: { new_password: string; sudo_token: string }): Promise<void>
}

export function createUser({ request }: AccountContext): User {
  return {
    me: () => request<typeof getMe>('GET', '/v1/user/me', { auth: true }),
    sudo: ({ password }) =>
      request<typeof grantSudo>('POST', '/v1/user/sudo', { auth: true, body: { password } }),
    async setPassword({ new_password, sudo_token }) {
      await request<typeof setPassword>('PATCH', '/v1/user/password', {
        auth: true,
        headers: { [headers.sudoToken]: sudo_token },
        body: { new_password },
      })
    },
  }
}

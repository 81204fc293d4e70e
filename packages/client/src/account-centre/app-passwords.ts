import type { AnswerOf, BodySent } from '@awan/protocol'
import type {
  AppPassword,
  approveAppLogin,
  createAppPassword,
  inspectAppLogin,
  listAppPasswords,
  refuseAppLogin,
  renameAppPassword,
  revokeAppPassword,
  revokeAppPasswords,
} from '@awan/protocol/account'
import type { SudoToken } from '../account/sudo-token.ts'
import { withSudo } from '../account/with-sudo.ts'
import type { CentreHost } from './centre-host.ts'

/** Passwords for programs that open files: WebDAV, for example. */
export interface AppPasswords {
  /**
   * All app passwords, newest first, with their last use; never the passwords themselves.
   *
   * @example const { data } = await centre.appPasswords.list()
   */
  list(): Promise<AnswerOf<typeof listAppPasswords>>
  /**
   * Creates one. `password` is in this answer alone; `login_name` goes with it.
   *
   * @example const { password } = await centre.appPasswords.create({ name: 'Laptop', sudo_token })
   */
  create(
    payload: BodySent<typeof createAppPassword> & SudoToken,
  ): Promise<AnswerOf<typeof createAppPassword>>
  /**
   * Which program waits to be let in: show it before `approve`.
   *
   * @example const { name, requested_from } = await centre.appPasswords.inspectLogin({ token })
   */
  inspectLogin(payload: BodySent<typeof inspectAppLogin>): Promise<AnswerOf<typeof inspectAppLogin>>
  /**
   * Lets it in: it gets an app password of its own. Go on at `redirect_uri` where there is one.
   *
   * @example const { redirect_uri } = await centre.appPasswords.approveLogin({ token, sudo_token })
   */
  approveLogin(
    payload: BodySent<typeof approveAppLogin> & SudoToken,
  ): Promise<AnswerOf<typeof approveAppLogin>>
  /**
   * Refuses it.
   *
   * @example await centre.appPasswords.refuseLogin({ token })
   */
  refuseLogin(payload: BodySent<typeof refuseAppLogin>): Promise<void>
  /**
   * Renames one.
   *
   * @example await centre.appPasswords.rename(appPassword.id, { name: 'Phone' })
   */
  rename(id: string, payload: BodySent<typeof renameAppPassword>): Promise<AppPassword>
  /**
   * Revokes one; its program is refused from its next request on.
   *
   * @example await centre.appPasswords.remove(appPassword.id)
   */
  remove(id: string): Promise<void>
  /**
   * Revokes all of them.
   *
   * @example const { revoked } = await centre.appPasswords.removeAll()
   */
  removeAll(): Promise<AnswerOf<typeof revokeAppPasswords>>
}

export function createAppPasswords({ request }: CentreHost): AppPasswords {
  return {
    list: () => request<typeof listAppPasswords>('GET', '/v1/user/app_passwords', { auth: true }),
    create: ({ sudo_token, ...body }) =>
      request<typeof createAppPassword>('POST', '/v1/user/app_passwords', {
        ...withSudo(sudo_token),
        body,
      }),
    inspectLogin: (body) =>
      request<typeof inspectAppLogin>('POST', '/v1/user/app_logins/info', { auth: true, body }),
    approveLogin: ({ sudo_token, ...body }) =>
      request<typeof approveAppLogin>('POST', '/v1/user/app_logins/approve', {
        ...withSudo(sudo_token),
        body,
      }),
    async refuseLogin(body) {
      await request<typeof refuseAppLogin>('POST', '/v1/user/app_logins/refuse', {
        auth: true,
        body,
      })
    },
    rename: (id, { name }) =>
      request<typeof renameAppPassword>('PATCH', '/v1/user/app_passwords/{id}', {
        auth: true,
        params: { id },
        body: { name },
      }),
    async remove(id) {
      await request<typeof revokeAppPassword>('DELETE', '/v1/user/app_passwords/{id}', {
        auth: true,
        params: { id },
      })
    },
    removeAll: () =>
      request<typeof revokeAppPasswords>('DELETE', '/v1/user/app_passwords', { auth: true }),
  }
}

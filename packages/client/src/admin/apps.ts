import type { AnswerOf, BodySent } from '@awan/protocol'
import type {
  AdminApp,
  changeApp,
  getApp,
  listApps,
  registerApp,
  removeApp,
  renewAppSecret,
} from '@awan/protocol/account'
import type { SudoToken } from '../account/sudo-token.ts'
import { withSudo } from '../account/with-sudo.ts'
import type { AdminHost } from './admin-host.ts'

/** The apps of others that may ask people for access. Its id is an app's client id. */
export interface Apps {
  /**
   * All of them.
   *
   * @example const { apps } = await admin.apps.list()
   */
  list(): Promise<AnswerOf<typeof listApps>>
  /**
   * One of them.
   *
   * @example const { redirect_uris } = await admin.apps.get(id)
   */
  get(app_id: string): Promise<AdminApp>
  /**
   * Registers an app. A confidential one has a secret, which is shown only once.
   *
   * @example const { app, client_secret } = await admin.apps.register({ name: 'Notes', redirect_uris, scope: 'profile', is_confidential: true, sudo_token })
   */
  register(payload: BodySent<typeof registerApp> & SudoToken): Promise<AnswerOf<typeof registerApp>>
  /**
   * Changes, disables or enables an app; disabling ends its sessions. Absent fields stay
   * unchanged, and null clears a field.
   *
   * @example await admin.apps.change(id, { is_enabled: false, sudo_token })
   */
  change(app_id: string, payload: BodySent<typeof changeApp> & SudoToken): Promise<AdminApp>
  /**
   * Replaces the secret; the new one is shown only once.
   *
   * @example const { client_secret } = await admin.apps.renewSecret(id, { sudo_token })
   */
  renewSecret(app_id: string, payload: SudoToken): Promise<AnswerOf<typeof renewAppSecret>>
  /**
   * Removes an app and ends its sessions.
   *
   * @example await admin.apps.remove(id, { sudo_token })
   */
  remove(app_id: string, payload: SudoToken): Promise<void>
}

export function createApps({ request }: AdminHost): Apps {
  return {
    list: () => request<typeof listApps>('GET', '/v1/admin/apps', { auth: true }),
    get: (app_id) =>
      request<typeof getApp>('GET', '/v1/admin/apps/{app_id}', { auth: true, params: { app_id } }),
    register: ({ sudo_token, ...body }) =>
      request<typeof registerApp>('POST', '/v1/admin/apps', { ...withSudo(sudo_token), body }),
    change: (app_id, { sudo_token, ...body }) =>
      request<typeof changeApp>('PATCH', '/v1/admin/apps/{app_id}', {
        ...withSudo(sudo_token),
        params: { app_id },
        body,
      }),
    renewSecret: (app_id, { sudo_token }) =>
      request<typeof renewAppSecret>('POST', '/v1/admin/apps/{app_id}/secret', {
        ...withSudo(sudo_token),
        params: { app_id },
      }),
    async remove(app_id, { sudo_token }) {
      await request<typeof removeApp>('DELETE', '/v1/admin/apps/{app_id}', {
        ...withSudo(sudo_token),
        params: { app_id },
      })
    },
  }
}

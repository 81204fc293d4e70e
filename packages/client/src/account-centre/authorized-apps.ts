import type { AnswerOf } from '@awan/protocol'
import type { listAuthorizedApps, revokeAuthorizedApp } from '@awan/protocol/account'
import type { CentreHost } from './centre-host.ts'

/** The apps of others that the person has let in. */
export interface AuthorizedApps {
  /**
   * All of them, with what they may do and when they were last used.
   *
   * @example const { data } = await centre.authorizedApps.list()
   */
  list(): Promise<AnswerOf<typeof listAuthorizedApps>>
  /**
   * Revokes the access of an app; its sessions end immediately.
   *
   * @example await centre.authorizedApps.revoke(app.client.id)
   */
  revoke(client_id: string): Promise<void>
}

export function createAuthorizedApps({ request }: CentreHost): AuthorizedApps {
  return {
    list: () =>
      request<typeof listAuthorizedApps>('GET', '/v1/user/authorized_apps', { auth: true }),
    async revoke(client_id) {
      await request<typeof revokeAuthorizedApp>('DELETE', '/v1/user/authorized_apps/{client_id}', {
        auth: true,
        params: { client_id },
      })
    },
  }
}

import type { AnswerOf, BodySent } from '@awan/protocol'
import type {
  AdminTeamDrive,
  appointManager,
  changeTeamDrive,
  createTeamDriveFor,
  listTeamDrives,
  removeTeamDrive,
} from '@awan/protocol/account'
import type { SudoToken } from '../account/sudo-token.ts'
import { withSudo } from '../account/with-sudo.ts'
import { toFields } from '../fields.ts'
import type { AdminHost } from './admin-host.ts'
import type { PageQuery } from './page-query.ts'

export type TeamDrivesQuery = PageQuery<typeof listTeamDrives>

/** All team drives. What is in them is never shown. */
export interface TeamDrives {
  /**
   * All team drives, the oldest first. One without managers needs a new one.
   *
   * @example const { drives, next_page_token } = await admin.drives.list()
   */
  list(query?: TeamDrivesQuery): Promise<AnswerOf<typeof listTeamDrives>>
  /**
   * Creates a team drive with its first manager.
   *
   * @example await admin.drives.create({ name: 'Choir', manager_sub: sub, sudo_token })
   */
  create(
    payload: BodySent<typeof createTeamDriveFor> & SudoToken,
  ): Promise<AnswerOf<typeof createTeamDriveFor>>
  /**
   * Renames it or sets its quota; null means no limit.
   *
   * @example await admin.drives.change(id, { quota_bytes: 100_000_000_000, sudo_token })
   */
  change(id: string, payload: BodySent<typeof changeTeamDrive> & SudoToken): Promise<AdminTeamDrive>
  /**
   * Makes a person a manager.
   *
   * @example await admin.drives.appoint(id, sub, { sudo_token })
   */
  appoint(id: string, sub: string, payload: SudoToken): Promise<AdminTeamDrive>
  /**
   * Deletes it permanently, with everything in it. Its exact name confirms it.
   *
   * @example await admin.drives.remove(id, { name: 'Choir', sudo_token })
   */
  remove(id: string, payload: { name: string } & SudoToken): Promise<void>
}

export function createTeamDrives({ request }: AdminHost): TeamDrives {
  return {
    list: (query = {}) =>
      request<typeof listTeamDrives>('GET', '/v1/admin/drives', {
        auth: true,
        query: toFields(query),
      }),
    create: ({ sudo_token, ...body }) =>
      request<typeof createTeamDriveFor>('POST', '/v1/admin/drives', {
        ...withSudo(sudo_token),
        body,
      }),
    change: (id, { sudo_token, ...body }) =>
      request<typeof changeTeamDrive>('PATCH', '/v1/admin/drives/{id}', {
        ...withSudo(sudo_token),
        params: { id },
        body,
      }),
    appoint: (id, sub, { sudo_token }) =>
      request<typeof appointManager>('PUT', '/v1/admin/drives/{id}/managers/{sub}', {
        ...withSudo(sudo_token),
        params: { id, sub },
      }),
    async remove(id, { name, sudo_token }) {
      await request<typeof removeTeamDrive>('DELETE', '/v1/admin/drives/{id}', {
        ...withSudo(sudo_token),
        params: { id },
        query: { name },
      })
    },
  }
}

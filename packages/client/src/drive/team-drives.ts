import type { AnswerOf } from '@awan/protocol'
import type {
  createTeamDrive,
  deleteTeamDrive,
  listLosses as listLossesCall,
  renameTeamDrive,
} from '@awan/protocol/drive'
import { withSudo } from '../account/with-sudo.ts'
import type { DriveHost } from './drive-host.ts'
import type { PageQuery } from './lists.ts'

/** Drives that belong to no person. Their members are the grants on their top folder. */
export interface TeamDrives {
  /**
   * Creates a team drive, with the user as its manager.
   *
   * @example const { id } = await teamDrives.create('Choir')
   */
  create(name: string): Promise<AnswerOf<typeof createTeamDrive>>
  /**
   * Renames it; for its managers.
   *
   * @example await teamDrives.rename(id, 'Band')
   */
  rename(id: string, name: string): Promise<AnswerOf<typeof renameTeamDrive>>
  /**
   * Deletes it permanently, with everything in it; for its managers, with a sudo token. Only an empty drive is deleted
   * without its exact name.
   *
   * @example await teamDrives.remove(id, { name: 'Band', sudo_token })
   */
  remove(id: string, proof: { name?: string | undefined; sudo_token: string }): Promise<void>
}

/**
 * What others would lose if the account of the user was deleted, and the team drives that nobody else manages.
 *
 * @example const { shares, team_drives } = await listLosses(client)
 */
export function listLosses(
  { request }: DriveHost,
  query: PageQuery = {},
): Promise<AnswerOf<typeof listLossesCall>> {
  return request<typeof listLossesCall>('GET', '/drive/v1/leaving', { auth: true, query })
}

/**
 * @example const teamDrives = createTeamDrives(client)
 */
export function createTeamDrives({ request }: DriveHost): TeamDrives {
  return {
    create: (name) =>
      request<typeof createTeamDrive>('POST', '/drive/v1/drives', { auth: true, body: { name } }),
    rename: (id, name) =>
      request<typeof renameTeamDrive>('PATCH', '/drive/v1/drives/{id}', {
        auth: true,
        params: { id },
        body: { name },
      }),
    async remove(id, { name, sudo_token }) {
      await request<typeof deleteTeamDrive>('DELETE', '/drive/v1/drives/{id}', {
        ...withSudo(sudo_token),
        params: { id },
        query: { name },
      })
    },
  }
}

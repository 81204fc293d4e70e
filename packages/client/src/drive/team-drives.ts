import type { AnswerOf } from '@awan/protocol'
import type { createTeamDrive, deleteTeamDrive, renameTeamDrive } from '@awan/protocol/drive'
import type { DriveHost } from './drive-host.ts'

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
   * Deletes it permanently, with everything in it; for its managers. Only an empty drive is deleted without its
   * exact name.
   *
   * @example await teamDrives.remove(id, { name: 'Band' })
   */
  remove(id: string, confirmation?: { name?: string | undefined }): Promise<void>
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
    async remove(id, { name } = {}) {
      await request<typeof deleteTeamDrive>('DELETE', '/drive/v1/drives/{id}', {
        auth: true,
        params: { id },
        query: { name },
      })
    },
  }
}

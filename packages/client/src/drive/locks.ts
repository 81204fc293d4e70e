import type { AnswerOf } from '@awan/protocol'
import type { endLocks, listLocks } from '@awan/protocol/drive'
import type { DriveHost } from './drive-host.ts'

/** What programs have open, so that nobody else changes it meanwhile. */
export interface FileLocks {
  /**
   * The locks in the way of a change of a file or folder, with who holds them and until when.
   *
   * @example const { locks } = await drive.locks.list(file.id)
   */
  list(
    id: string,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<AnswerOf<typeof listLocks>>
  /**
   * Ends those of them that the user holds, or all of them for the owner of the drive and the managers of a team drive.
   * `permission_denied` if all of them are held by others. What a program has open and has not yet saved, it can no
   * longer save over the changes of others.
   *
   * @example await drive.locks.end(file.id)
   */
  end(id: string): Promise<AnswerOf<typeof endLocks>>
}

export function createFileLocks({ request }: DriveHost): FileLocks {
  return {
    list: (id, { signal } = {}) =>
      request<typeof listLocks>('GET', '/drive/v1/files/{id}/locks', {
        auth: true,
        params: { id },
        signal,
      }),
    end: (id) =>
      request<typeof endLocks>('DELETE', '/drive/v1/files/{id}/locks', {
        auth: true,
        params: { id },
      }),
  }
}

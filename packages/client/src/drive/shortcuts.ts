import type { AnswerOf, BodySent } from '@awan/protocol'
import type { checkShortcuts, createShortcut, File, openShortcut } from '@awan/protocol/drive'
import type { DriveHost } from './drive-host.ts'
import { type DriveOptions, inDrive } from './in-drive.ts'
import { onlyOnce } from './many-files.ts'

/** Files that lead to another file or folder. */
export interface Shortcuts {
  /**
   * Creates a shortcut to a file or folder of any drive that the user can see. It takes no room, and its `shortcut`
   * says what it leads to.
   *
   * @example await shortcuts.create({ target: { drive_id: grant.drive_id, file_id: file.id } })
   */
  create(shortcut: BodySent<typeof createShortcut>): Promise<File>
  /**
   * Where a shortcut leads. `failed_precondition` if the target is gone or the user can no longer see it.
   *
   * @example const { drive_id, file } = await shortcuts.target(shortcut.id)
   */
  target(id: string): Promise<AnswerOf<typeof openShortcut>>
  /**
   * Which of some shortcuts lead nowhere for the user, as `target` would answer for each; at most 100 in one call.
   *
   * @example const { broken } = await shortcuts.check(files.filter(({ shortcut }) => shortcut).map(({ id }) => id))
   */
  check(ids: string[]): Promise<AnswerOf<typeof checkShortcuts>>
}

/**
 * The shortcuts of the user's own drive, or of another one.
 *
 * @example const shortcuts = createShortcuts(client)
 */
export function createShortcuts(client: DriveHost, { driveId }: DriveOptions = {}): Shortcuts {
  const { request, runtime } = inDrive(client, driveId)
  return {
    create: (body) =>
      request<typeof createShortcut>('POST', '/drive/v1/shortcuts', {
        ...onlyOnce(runtime),
        body,
      }),
    target: (id) =>
      request<typeof openShortcut>('GET', '/drive/v1/files/{id}/target', {
        auth: true,
        params: { id },
      }),
    check: (ids) =>
      request<typeof checkShortcuts>('POST', '/drive/v1/shortcuts:check', {
        auth: true,
        body: { ids },
      }),
  }
}

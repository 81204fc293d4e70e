import { headers } from '@awan/protocol'
import type {
  batchCopy,
  batchDelete,
  batchMove,
  batchTrash,
  batchUntrash,
  ConflictRule,
  emptyTrash,
  Task,
} from '@awan/protocol/drive'
import { createHexId } from '../device/hex-id.ts'
import type { DriveHost } from './drive-host.ts'

export interface ConflictOption {
  /** What happens when a name is taken there. */
  conflict?: ConflictRule | undefined
}

/**
 * What is done with many files at once. Each answers a task: small work is complete by then, and for
 * the rest `drive.tasks.wait` tells when it is. What could not be done stands in its failures.
 */
export interface ManyFiles {
  /**
   * Puts folders and files into the trash, with all that lies in them.
   *
   * @example await drive.files.trash([file.id])
   */
  trash(ids: string[]): Promise<Task>
  /**
   * Takes them out of the trash again, to where they were. A name that is taken gets a number, unless
   * told otherwise.
   *
   * @example await drive.files.untrash([file.id])
   */
  untrash(ids: string[], options?: ConflictOption): Promise<Task>
  /**
   * Moves folders and files into a folder. A name that is taken is a failure, unless told otherwise.
   *
   * @example await drive.files.move([file.id], folder.id)
   */
  move(ids: string[], parent_id: string, options?: ConflictOption): Promise<Task>
  /**
   * Copies folders and files into a folder. A name that is taken gets a number, unless told otherwise.
   *
   * @example const task = await drive.tasks.wait(await drive.files.copy([folder.id], 'root'))
   */
  copy(ids: string[], parent_id: string, options?: ConflictOption): Promise<Task>
  /**
   * Deletes folders and files for good, from the trash or from anywhere.
   *
   * @example await drive.files.deleteForGood([file.id])
   */
  deleteForGood(ids: string[]): Promise<Task>
  /**
   * Deletes for good all that is in the trash now.
   *
   * @example await drive.files.emptyTrash()
   */
  emptyTrash(): Promise<Task>
}

export function createManyFiles({ request, runtime }: DriveHost): ManyFiles {
  const once = () => onlyOnce(runtime)
  return {
    trash: (ids) =>
      request<typeof batchTrash>('POST', '/drive/v1/files:batchTrash', {
        ...once(),
        body: { ids },
      }),
    untrash: (ids, options) =>
      request<typeof batchUntrash>('POST', '/drive/v1/files:batchUntrash', {
        ...once(),
        body: { ids, ...options },
      }),
    move: (ids, parent_id, options) =>
      request<typeof batchMove>('POST', '/drive/v1/files:batchMove', {
        ...once(),
        body: { ids, parent_id, ...options },
      }),
    copy: (ids, parent_id, options) =>
      request<typeof batchCopy>('POST', '/drive/v1/files:batchCopy', {
        ...once(),
        body: { ids, parent_id, ...options },
      }),
    deleteForGood: (ids) =>
      request<typeof batchDelete>('POST', '/drive/v1/files:batchDelete', {
        ...once(),
        body: { ids },
      }),
    emptyTrash: () => request<typeof emptyTrash>('POST', '/drive/v1/trash:empty', once()),
  }
}

/** A call that is repeated because its answer was lost is not done twice. */
export function onlyOnce(runtime: DriveHost['runtime']) {
  return { auth: true, headers: { [headers.idempotencyKey]: createHexId(runtime) } }
}

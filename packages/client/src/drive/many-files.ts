import { headers } from '@awan/protocol'
import type {
  batchCopy,
  batchDelete,
  batchMove,
  batchStar,
  batchTrash,
  batchUntrash,
  ConflictRule,
  emptyTrash,
  InsidePlace,
  Task,
} from '@awan/protocol/drive'
import { createHexId } from '../runtime/hex-id.ts'
import type { DriveHost } from './drive-host.ts'

export interface ConflictOption {
  /** What happens when a name is taken there. */
  conflict?: ConflictRule | undefined
}

/** Files by their ids, or all that a place shows: a folder, the drive, its trash. */
export type ChosenFiles = string[] | { inside: InsidePlace }

/**
 * What is done with many files at once. Each answers a task: small work is complete by then, and for
 * the rest `drive.tasks.wait` tells when it is. What could not be done stands in its failures.
 */
export interface ManyFiles {
  /**
   * Puts folders and files into the trash, with all that lies in them.
   *
   * @example await drive.files.trash([file.id])
   * @example await drive.files.trash({ inside: { folder_id: folder.id, type_group: 'video' } })
   */
  trash(chosen: ChosenFiles): Promise<Task>
  /**
   * Takes them out of the trash again, to where they were. A name that is taken gets a number, unless
   * told otherwise.
   *
   * @example await drive.files.untrash([file.id])
   * @example await drive.files.untrash({ inside: { place: 'trash', except_ids: [file.id] } })
   */
  untrash(chosen: ChosenFiles, options?: ConflictOption): Promise<Task>
  /**
   * Moves folders and files into a folder. A name that is taken is a failure, unless told otherwise.
   *
   * @example await drive.files.move([file.id], folder.id)
   */
  move(chosen: ChosenFiles, parent_id: string, options?: ConflictOption): Promise<Task>
  /**
   * Copies folders and files into a folder. A name that is taken gets a number, unless told otherwise.
   *
   * @example const task = await drive.tasks.wait(await drive.files.copy([folder.id], 'root'))
   */
  copy(chosen: ChosenFiles, parent_id: string, options?: ConflictOption): Promise<Task>
  /**
   * Gives folders and files a star, or takes it away.
   *
   * @example await drive.files.star([file.id], true)
   * @example await drive.files.star({ inside: { place: 'drive', tag: 'trip' } }, true)
   */
  star(chosen: ChosenFiles, starred: boolean): Promise<Task>
  /**
   * Deletes folders and files for good, from the trash or from anywhere.
   *
   * @example await drive.files.deleteForGood([file.id])
   */
  deleteForGood(chosen: ChosenFiles): Promise<Task>
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
    trash: (chosen) =>
      request<typeof batchTrash>('POST', '/drive/v1/files:batchTrash', {
        ...once(),
        body: toBody(chosen),
      }),
    untrash: (chosen, options) =>
      request<typeof batchUntrash>('POST', '/drive/v1/files:batchUntrash', {
        ...once(),
        body: { ...toBody(chosen), ...options },
      }),
    move: (chosen, parent_id, options) =>
      request<typeof batchMove>('POST', '/drive/v1/files:batchMove', {
        ...once(),
        body: { ...toBody(chosen), parent_id, ...options },
      }),
    copy: (chosen, parent_id, options) =>
      request<typeof batchCopy>('POST', '/drive/v1/files:batchCopy', {
        ...once(),
        body: { ...toBody(chosen), parent_id, ...options },
      }),
    star: (chosen, starred) =>
      request<typeof batchStar>('POST', '/drive/v1/files:batchStar', {
        ...once(),
        body: { ...toBody(chosen), starred },
      }),
    deleteForGood: (chosen) =>
      request<typeof batchDelete>('POST', '/drive/v1/files:batchDelete', {
        ...once(),
        body: toBody(chosen),
      }),
    emptyTrash: () => request<typeof emptyTrash>('POST', '/drive/v1/trash:empty', once()),
  }
}

function toBody(chosen: ChosenFiles) {
  return Array.isArray(chosen) ? { ids: chosen } : chosen
}

/** A call that is repeated because its answer was lost is not done twice. */
export function onlyOnce(runtime: DriveHost['runtime']) {
  return { auth: true, headers: { [headers.idempotencyKey]: createHexId(runtime) } }
}

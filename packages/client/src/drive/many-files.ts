import { type BodySent, headers } from '@awan/protocol'
import type {
  batchCopy,
  batchCopyFrom,
  batchDelete,
  batchMove,
  batchMoveFrom,
  batchRename,
  batchStar,
  batchTag,
  batchTrash,
  batchUntrash,
  CheckedMove,
  CheckedRename,
  ConflictRule,
  checkMove,
  checkRename,
  compressFiles,
  emptyTrash,
  extractFile,
  fetchFiles,
  InsidePlace,
  Rename,
  Task,
} from '@awan/protocol/drive'
import { createHexId } from '../runtime/hex-id.ts'
import type { DriveHost } from './drive-host.ts'

export interface ConflictOption {
  /** What happens when a name is taken there. */
  conflict?: ConflictRule | undefined
}

export interface SeenOption {
  /**
   * Where each of the ids was seen: the id of its folder, or `trash`. One that somebody has taken elsewhere
   * meanwhile stays there, and is a failure (`aborted`).
   */
  seen_in?: Record<string, string> | undefined
}

export interface ExtractOptions {
  /** Where the new folder is created; by default in the folder of the archive. */
  parent_id?: string | undefined
  /** What it is called. */
  name?: string | undefined
  /** What happens when its name is taken; by default it gets a number. */
  conflict?: Exclude<ConflictRule, 'replace'> | undefined
}

/** Another drive; without an id, the user's own. */
export interface MoveSource {
  drive_id?: string | undefined
}

/** Another drive, or a link with the token of the visit. */
export type CopySource = MoveSource | { visit_token: string }

/** What one of the two is for a single tag; one that is in both is added. */
export interface TagChange {
  add?: string[] | undefined
  remove?: string[] | undefined
}

/** Files by their ids, or all that a place shows: a folder, the drive, its trash. */
export type ChosenFiles = string[] | { inside: InsidePlace }

/**
 * Actions on many files at once. Each returns a task: small work is complete by then, for larger work
 * use `drive.tasks.wait`. What could not be done is in its failures.
 */
export interface ManyFiles {
  /**
   * Moves folders and files to the trash, with everything in them.
   *
   * @example await drive.files.trash([file.id])
   * @example await drive.files.trash({ inside: { folder_id: folder.id, type_group: 'video' } })
   */
  trash(chosen: ChosenFiles, options?: SeenOption): Promise<Task>
  /**
   * Restores them from the trash to their old folder. By default a name that is taken gets a number.
   *
   * @example await drive.files.untrash([file.id])
   * @example await drive.files.untrash({ inside: { place: 'trash', except_ids: [file.id] } })
   */
  untrash(chosen: ChosenFiles, options?: ConflictOption & SeenOption): Promise<Task>
  /**
   * Moves folders and files into a folder. By default a name that is taken is a failure.
   *
   * @example await drive.files.move([file.id], folder.id)
   * @example await drive.files.move([file.id], folder.id, { seen_in: { [file.id]: oldFolder.id } })
   */
  move(chosen: ChosenFiles, parent_id: string, options?: ConflictOption & SeenOption): Promise<Task>
  /**
   * Copies folders and files into a folder. By default a name that is taken gets a number.
   *
   * @example const task = await drive.tasks.wait(await drive.files.copy([folder.id], 'root'))
   */
  copy(chosen: ChosenFiles, parent_id: string, options?: ConflictOption): Promise<Task>
  /**
   * Copies folders and files from another drive, or from a link, into a folder of this one. By default a name
   * that is taken gets a number.
   *
   * @example await drive.files.copyFrom({ drive_id }, [folder.id], 'root')
   * @example await drive.files.copyFrom({ visit_token }, [folder.id], 'root')
   */
  copyFrom(
    from: CopySource,
    chosen: ChosenFiles,
    parent_id: string,
    options?: ConflictOption,
  ): Promise<Task>
  /**
   * Moves folders and files from another drive into a folder of this one; there they go to the trash. By default
   * a name that is taken is a failure.
   *
   * @example await drive.files.moveFrom({ drive_id }, [folder.id], 'root')
   */
  moveFrom(
    from: MoveSource,
    chosen: ChosenFiles,
    parent_id: string,
    options?: ConflictOption & SeenOption,
  ): Promise<Task>
  /**
   * Has the server download files from http and https addresses into a folder; several at once, each continued where
   * it was when a connection breaks. By default a name that is taken gets a number. The `id` of a failure is the place
   * of its address, from 0; the server tells no address again.
   *
   * @example const task = await drive.tasks.wait(await drive.files.fetch(['https://example.org/a.iso'], 'root'))
   */
  fetch(urls: string[], parent_id: string, options?: ConflictOption): Promise<Task>
  /**
   * Makes a ZIP file of folders and files, with everything in them, in a folder of the drive. By default it is called
   * after a single one of them, and a name that is taken gets a number.
   *
   * @example await drive.tasks.wait(await drive.files.compress([folder.id], 'root'))
   * @example await drive.files.compress([file.id, folder.id], 'root', { name: 'For the tax office.zip' })
   */
  compress(
    ids: string[],
    parent_id: string,
    options?: ConflictOption & { name?: string | undefined },
  ): Promise<Task>
  /**
   * Extracts a ZIP archive of the drive into one new folder: by default beside it, and called as the archive. What cannot
   * be extracted is in the failures, each with its path in the archive as `name` and with a `reason`; the rest is extracted.
   *
   * @example await drive.tasks.wait(await drive.files.extract(zip.id))
   * @example await drive.files.extract(zip.id, { parent_id: 'root', name: 'Holiday', conflict: 'fail' })
   */
  extract(id: string, options?: ExtractOptions): Promise<Task>
  /**
   * Who would lose access by a move into a folder of this drive; `from` another drive, or without it within this one.
   *
   * @example const { losses } = await drive.files.checkMove([file.id], folder.id)
   * @example await drive.files.checkMove([file.id], folder.id, { from: { drive_id } })
   */
  checkMove(
    chosen: ChosenFiles,
    parent_id: string,
    options?: { from?: MoveSource | undefined },
  ): Promise<CheckedMove>
  /**
   * Adds a star to folders and files, or removes it.
   *
   * @example await drive.files.star([file.id], true)
   * @example await drive.files.star({ inside: { place: 'drive', tag: 'trip' } }, true)
   */
  star(chosen: ChosenFiles, starred: boolean): Promise<Task>
  /**
   * Adds tags to folders and files, or removes tags from them; their other tags stay. `drive.tasks.undo` undoes it.
   *
   * @example await drive.files.tag([file.id], { add: ['summer'] })
   * @example await drive.files.tag({ inside: { place: 'drive', tag: 'tripp' } }, { add: ['trip'], remove: ['tripp'] })
   */
  tag(chosen: ChosenFiles, tags: TagChange): Promise<Task>
  /**
   * Gives each of up to 10,000 folders and files a name of its own. Names may be exchanged. One that was changed since
   * its `etag`, or whose name something else has, keeps its name and is a failure. `drive.tasks.undo` undoes it.
   *
   * @example await drive.files.rename([{ id: file.id, name: 'Sea 01.jpg', etag: file.etag }])
   */
  rename(renames: Rename[]): Promise<Task>
  /**
   * Which of up to 1,000 could not be renamed so, and why; it changes nothing. Where `taken_by` gets another name in
   * the same call, the name is free by then.
   *
   * @example const { problems } = await drive.files.checkRename([{ id: file.id, name: 'Sea 01.jpg' }])
   */
  checkRename(
    renames: Rename[],
    options?: { signal?: AbortSignal | undefined },
  ): Promise<CheckedRename>
  /**
   * Deletes folders and files permanently, from the trash or from anywhere.
   *
   * @example await drive.files.deleteForGood([file.id])
   */
  deleteForGood(chosen: ChosenFiles, options?: SeenOption): Promise<Task>
  /**
   * Deletes everything that is in the trash now permanently.
   *
   * @example await drive.files.emptyTrash()
   */
  emptyTrash(): Promise<Task>
}

export function createManyFiles({ request, runtime }: DriveHost): ManyFiles {
  /** Its answer may be lost: what is sent again is not done twice. */
  const act = <E extends Action>(path: E['path'], body: BodySent<E>) =>
    request<Action>('POST', path, { ...onlyOnce(runtime), body } as never)
  return {
    trash: (chosen, options) =>
      act<typeof batchTrash>('/drive/v1/files:batchTrash', { ...toBody(chosen), ...options }),
    untrash: (chosen, options) =>
      act<typeof batchUntrash>('/drive/v1/files:batchUntrash', { ...toBody(chosen), ...options }),
    move: (chosen, parent_id, options) =>
      act<typeof batchMove>('/drive/v1/files:batchMove', {
        ...toBody(chosen),
        parent_id,
        ...options,
      }),
    copy: (chosen, parent_id, options) =>
      act<typeof batchCopy>('/drive/v1/files:batchCopy', {
        ...toBody(chosen),
        parent_id,
        ...options,
      }),
    copyFrom: (from, chosen, parent_id, options) =>
      act<typeof batchCopyFrom>('/drive/v1/files:batchCopyFrom', {
        from,
        ...toBody(chosen),
        parent_id,
        ...options,
      }),
    moveFrom: (from, chosen, parent_id, options) =>
      act<typeof batchMoveFrom>('/drive/v1/files:batchMoveFrom', {
        from,
        ...toBody(chosen),
        parent_id,
        ...options,
      }),
    fetch: (urls, parent_id, options) =>
      act<typeof fetchFiles>('/drive/v1/files:fetch', { urls, parent_id, ...options }),
    compress: (ids, parent_id, options) =>
      act<typeof compressFiles>('/drive/v1/files:compress', { ids, parent_id, ...options }),
    extract: (id, options) =>
      request<typeof extractFile>('POST', '/drive/v1/files/{id}/extract', {
        ...onlyOnce(runtime),
        params: { id },
        body: { ...options },
      }),
    checkMove: (chosen, parent_id, options) =>
      request<typeof checkMove>('POST', '/drive/v1/files:checkMove', {
        auth: true,
        body: { ...toBody(chosen), parent_id, ...options },
      }),
    star: (chosen, starred) =>
      act<typeof batchStar>('/drive/v1/files:batchStar', { ...toBody(chosen), starred }),
    tag: (chosen, tags) =>
      act<typeof batchTag>('/drive/v1/files:batchTag', { ...toBody(chosen), ...tags }),
    rename: (renames) => act<typeof batchRename>('/drive/v1/files:batchRename', { renames }),
    checkRename: (renames, options) =>
      request<typeof checkRename>('POST', '/drive/v1/files:checkRename', {
        auth: true,
        body: { renames },
        ...options,
      }),
    deleteForGood: (chosen, options) =>
      act<typeof batchDelete>('/drive/v1/files:batchDelete', { ...toBody(chosen), ...options }),
    emptyTrash: () => act<typeof emptyTrash>('/drive/v1/trash:empty', undefined),
  }
}

type Action =
  | typeof batchTrash
  | typeof batchUntrash
  | typeof batchMove
  | typeof batchCopy
  | typeof batchCopyFrom
  | typeof batchMoveFrom
  | typeof fetchFiles
  | typeof compressFiles
  | typeof batchStar
  | typeof batchTag
  | typeof batchRename
  | typeof batchDelete
  | typeof emptyTrash

function toBody(chosen: ChosenFiles) {
  return Array.isArray(chosen) ? { ids: chosen } : chosen
}

/** A call that is repeated because its answer was lost is not done twice. */
export function onlyOnce(runtime: DriveHost['runtime']) {
  return { auth: true, headers: { [headers.idempotencyKey]: createHexId(runtime) } }
}

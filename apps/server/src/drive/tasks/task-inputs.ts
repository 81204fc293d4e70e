import type { ConflictRule } from '@awan/protocol/drive'
import type { AccessLimit } from '../access/access.ts'
import type { TagChange } from '../nodes/tag-node.ts'
import type { ChosenNodes } from './chosen-nodes.ts'
import type { TaskKind } from './task-kind.ts'

export type Placing = ChosenNodes & {
  parentId: string
  conflict: ConflictRule
}

/** Another drive that something comes from, and who looks for it there: a person, or a visitor of a link. */
export interface SourceDrive {
  driveId: string
  actorId: string
}

/** A call that holds locks holds them to the end of its task. */
export interface LockHolder {
  lockTokens?: readonly string[] | undefined
}

/** What a task may reach at most, as the call that began it: of a password that opens one folder, or only reads. */
export interface LimitedCall {
  limit?: AccessLimit | undefined
}

/** One node, under another name. */
export interface Renaming {
  name?: string | undefined
}

/** From another drive into a folder of this one; with an offer, on behalf of whoever made it. */
export type PlacingFrom = Placing &
  Renaming &
  LockHolder & {
    from: SourceDrive
    offer?: { id: string; keepsEditing: boolean } | undefined
  }

/** A move that somebody has accepted. */
export type OfferedMove = PlacingFrom & { offer: { id: string; keepsEditing: boolean } }

/** Files of other servers, into a folder. The addresses may hold secrets. */
export interface Fetching {
  urls: readonly string[]
  parentId: string
  conflict: ConflictRule
}

/** A ZIP file of what is listed in an archive. */
export interface Compressing {
  archiveId: string
  name: string
  sizeBytes: number
  parentId: string
  conflict: ConflictRule
}

/** All of an archive, into a new folder. */
export interface Extracting extends LimitedCall {
  archiveId: string
  parentId: string | undefined
  name: string | undefined
  conflict: Exclude<ConflictRule, 'replace'>
  /** What that comes to when the task begins: the version of the archive, and the new folder. */
  into?: { versionId: string; parentId: string; name: string }
}

/** One node of a task that gives each of its nodes a name of its own. */
export interface NewName {
  id: string
  name: string
  etag?: string | undefined
  /** Of names that are exchanged, one node makes way first, and gets its name when that is free. */
  turn?: 'makes way' | 'follows' | undefined
}

/** What each kind of task is told. */
export interface TaskInputs {
  trash: ChosenNodes
  untrash: ChosenNodes & { conflict: ConflictRule }
  move: Placing
  copy: Placing & Renaming & LockHolder
  copy_across: PlacingFrom
  move_across: PlacingFrom
  star: ChosenNodes & { isStarred: boolean }
  tag: ChosenNodes & TagChange
  /** From `prepare` on in an order in which each name is free when its turn comes. */
  rename: { names: readonly NewName[] }
  /** Of what is to go only from the trash, that stays which is taken out of it before. */
  delete: ChosenNodes & { onlyInTrash?: boolean | undefined }
  /** What was thrown away until then, or until now. */
  empty: { until?: number | undefined }
  /** What another task has done. */
  undo: { taskId: string }
  undo_across: { taskId: string }
  fetch: Fetching
  compress: Compressing
  extract: Extracting
  /** The texts that wait to be read. */
  index: object
}

export type TaskKinds = { [K in keyof TaskInputs]: TaskKind<TaskInputs[K]> }

/** Those that receive the bytes of new files between their steps. */
export type ReceivingKinds = Pick<TaskKinds, 'fetch' | 'compress' | 'extract'>

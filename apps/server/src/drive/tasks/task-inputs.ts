import type { ConflictRule } from '@awan/protocol/drive'
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

/** From another drive into a folder of this one. */
export type PlacingFrom = Placing & { from: SourceDrive }

/** What each kind of task is told. */
export interface TaskInputs {
  trash: ChosenNodes
  untrash: ChosenNodes & { conflict: ConflictRule }
  move: Placing
  copy: Placing
  copy_across: PlacingFrom
  move_across: PlacingFrom
  star: ChosenNodes & { isStarred: boolean }
  delete: ChosenNodes
  /** What was thrown away until then, or until now. */
  empty: { until?: number | undefined }
  /** What another task has done. */
  undo: { taskId: string }
  undo_across: { taskId: string }
  /** The texts that wait to be read. */
  index: object
}

export type TaskKinds = { [K in keyof TaskInputs]: TaskKind<TaskInputs[K]> }

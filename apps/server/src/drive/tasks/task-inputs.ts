import type { ConflictRule } from '@awan/protocol/drive'
import type { NodeIds } from './in-turn.ts'
import type { TaskKind } from './task-kind.ts'

export interface Placing extends NodeIds {
  parentId: string
  conflict: ConflictRule
}

/** What each kind of task is told. */
export interface TaskInputs {
  trash: NodeIds
  untrash: NodeIds & { conflict: ConflictRule }
  move: Placing
  copy: Placing
  delete: NodeIds
  /** What was thrown away until then, or until now. */
  empty: { until?: number | undefined }
  /** The texts that wait to be read. */
  index: object
}

export type TaskKinds = { [K in keyof TaskInputs]: TaskKind<TaskInputs[K]> }

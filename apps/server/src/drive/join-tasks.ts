import type { Chore } from '../kernel/housekeeping.ts'
import { type AcrossParts, copyAcross, moveAcross } from './across/across-nodes.ts'
import { undoAcross } from './across/undo-across.ts'
import { copyNodes } from './copies/copy-nodes.ts'
import { findTextPrograms, type TextPrograms } from './search/documents/text-programs.ts'
import { indexTexts } from './search/index-texts.ts'
import { textChores } from './search/text-chores.ts'
import { moveNodes } from './tasks/move-nodes.ts'
import { renameNodes } from './tasks/rename-nodes.ts'
import { starNodes } from './tasks/star-nodes.ts'
import { tagNodes } from './tasks/tag-nodes.ts'
import { taskChores } from './tasks/task-chores.ts'
import type { ReceivingKinds, TaskKinds } from './tasks/task-inputs.ts'
import { TaskRunner, type TaskRunnerOptions } from './tasks/task-runner.ts'
import { createTasks, type Tasks } from './tasks/tasks.ts'
import { undoTask } from './tasks/undo-task.ts'
import { deleteNodes, emptyTrash } from './trash/delete-nodes.ts'
import { trashChores } from './trash/retention.ts'
import { trashNodes, untrashNodes } from './trash/trash-nodes.ts'

/** Every kind of long work of a drive. */
export function createTaskKinds(
  parts: AcrossParts & { receiving: ReceivingKinds; textPrograms?: TextPrograms },
): TaskKinds {
  return {
    trash: trashNodes,
    untrash: untrashNodes,
    move: moveNodes,
    copy: copyNodes,
    copy_across: copyAcross(parts),
    move_across: moveAcross(parts),
    delete: deleteNodes,
    star: starNodes,
    tag: tagNodes,
    rename: renameNodes,
    empty: emptyTrash,
    undo: undoTask,
    undo_across: undoAcross(parts),
    ...parts.receiving,
    index: indexTexts({ textPrograms: findTextPrograms(), ...parts }),
  }
}

export interface JoinedTasks {
  tasks: Tasks
  runner: TaskRunner
  chores: Chore[]
}

export function joinTasks(
  options: AcrossParts & {
    receiving: ReceivingKinds
    textPrograms: TextPrograms
    /** How long things stay in the trash. */
    trashTtlMs: number
  } & Pick<TaskRunnerOptions, 'people' | 'onProblem' | 'spareTime' | 'renewMs'>,
): JoinedTasks {
  const kinds = createTaskKinds(options)
  const runner = new TaskRunner({ ...options, kinds })
  const tasks = createTasks({ ...options, kinds, onOpened: runner.wake })
  const chores = [
    ...trashChores({ ...options, tasks }),
    ...textChores({ ...options, tasks }),
    ...taskChores({ ...options, runner }),
  ]
  return { tasks, runner, chores }
}

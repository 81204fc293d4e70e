import type { TaskRow } from '../../db/tables.ts'
import type { Access } from '../access/access.ts'
import { toNodeName } from '../nodes/node-name.ts'
import type { Extracting as Input, ReceivingKinds } from '../tasks/task-inputs.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { type ExtractParts, extractFiles } from './extract-files.ts'

export interface WantedFolder {
  archiveId: string
  /** Absent: the folder that the archive is in. */
  parentId: string | undefined
  /** Absent: after the archive. */
  name: string | undefined
  conflict: Input['conflict']
}

export interface Extracting {
  readonly kind: ReceivingKinds['extract']
  begin(
    tasks: Pick<Tasks, 'begin'>,
    access: Access,
    wanted: WantedFolder,
    key?: string,
  ): Promise<TaskRow>
}

export function createExtracting(parts: ExtractParts): Extracting {
  return {
    kind: extractFiles(parts),
    async begin(tasks, access, { name, ...wanted }, key) {
      const input = { ...wanted, name: name === undefined ? undefined : toNodeName(name) }
      return tasks.begin(access, 'extract', input, key)
    },
  }
}

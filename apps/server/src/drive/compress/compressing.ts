import type { ConflictRule } from '@awan/protocol/drive'
import type { TaskRow } from '../../db/tables.ts'
import type { Access } from '../access/access.ts'
import type { Archives } from '../archives/archives.ts'
import { toNodeName } from '../nodes/node-name.ts'
import type { ReceivingKinds } from '../tasks/task-inputs.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { type CompressParts, compressFiles } from './compress-files.ts'

export interface NewZip {
  ids: readonly string[]
  parentId: string
  /** Absent: after the one file or folder that is chosen. */
  name: string | undefined
  conflict: ConflictRule
}

export interface Compressing {
  readonly kind: ReceivingKinds['compress']
  begin(tasks: Pick<Tasks, 'begin'>, access: Access, zip: NewZip, key?: string): Promise<TaskRow>
}

export function createCompressing({
  archives,
  ...parts
}: Omit<CompressParts, 'archives'> & { archives: Pick<Archives, 'list' | 'open'> }): Compressing {
  return {
    kind: compressFiles({ ...parts, archives }),
    async begin(tasks, access, { ids, parentId, name, conflict }, key) {
      const archive = await archives.list({ ...access, right: 'view' }, ids, name)
      const input = {
        archiveId: archive.id,
        name: toNodeName(archive.name),
        sizeBytes: archive.size,
        parentId,
        conflict,
      }
      return tasks.begin(access, 'compress', input, key)
    },
  }
}

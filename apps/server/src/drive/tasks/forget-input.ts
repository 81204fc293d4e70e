import type { DriveTransaction } from '../access/drives.ts'
import { forgetInput as forget } from './tasks.store.ts'

/** For what a task was told that must not outlive it. No step of it can be done after that. */
export function forgetInput({ writer, drive }: DriveTransaction, taskId: string): Promise<void> {
  return forget(writer, { drive_id: drive.id, id: taskId })
}

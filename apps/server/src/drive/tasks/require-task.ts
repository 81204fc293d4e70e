import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { TaskRow } from '../../db/tables.ts'
import type { OpenDrive } from '../access/reach.ts'
import { allows, NO_RIGHTS } from '../access/rights.ts'
import { findTask, findToldTask, type ToldTask } from './tasks.store.ts'

/** A task that the caller began; the owner of a drive sees all of its tasks. */
export async function requireTask(reader: Reader, drive: OpenDrive, id: string): Promise<TaskRow> {
  return requireSeen(drive, await findTask(reader, drive.id, id))
}

/** The same for whoever only looks at it. */
export async function requireToldTask(
  reader: Reader,
  drive: OpenDrive,
  id: string,
): Promise<ToldTask> {
  return requireSeen(drive, await findToldTask(reader, drive.id, id))
}

function requireSeen<T extends ToldTask>(drive: OpenDrive, task: T | undefined): T {
  if (task && (seesAllTasks(drive) || task.actor_sub === drive.reach.actorId)) return task
  throw new ServiceError('not_found', { description: 'no such task' })
}

/** For the other drive of a task: one that was undone or cancelled meanwhile does nothing more there. */
export async function isAtWork(
  reader: Reader,
  { driveId, id }: { driveId: string; id: string },
): Promise<boolean> {
  const task = await findToldTask(reader, driveId, id)
  return task !== undefined && task.ended_at === null
}

export function seesAllTasks({ reach }: OpenDrive): boolean {
  return allows(reach.whole ?? NO_RIGHTS, 'own')
}

import { sql } from 'kysely'
import type { Reader, Writer } from '../../db/database.ts'
import type { TaskRow } from '../../db/tables.ts'

type TaskKey = Pick<TaskRow, 'drive_id' | 'id'>

/** A task without what it was told, which can be as long as a request: thousands of new names. */
export type ToldTask = Omit<TaskRow, 'input'>

const TOLD_COLUMNS = [
  'drive_id',
  'id',
  'kind',
  'phase',
  'actor_sub',
  'cursor',
  'done',
  'total',
  'failures',
  'created_at',
  'updated_at',
  'ended_at',
  'leased_until',
  'attempts',
  'reserved',
  'kept',
] as const satisfies (keyof ToldTask)[]

export async function insertTask(writer: Writer, row: TaskRow): Promise<void> {
  await writer.insertInto('tasks').values(row).execute()
}

export function findTask(
  reader: Reader,
  driveId: string,
  id: string,
): Promise<TaskRow | undefined> {
  return reader
    .selectFrom('tasks')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** To look at it. */
export function findToldTask(
  reader: Reader,
  driveId: string,
  id: string,
): Promise<ToldTask | undefined> {
  return reader
    .selectFrom('tasks')
    .select(TOLD_COLUMNS)
    .where('drive_id', '=', driveId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Ids have nothing that comes after this. */
const LAST = '~'

export function findTaskByPrefix(
  reader: Reader,
  driveId: string,
  prefix: string,
): Promise<TaskRow | undefined> {
  return reader
    .selectFrom('tasks')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('id', '>=', prefix)
    .where('id', '<', prefix + LAST)
    .limit(1)
    .executeTakeFirst()
}

export interface TaskPage {
  state: 'open' | 'ended' | undefined
  /** Only those that this one began. */
  actorId: string | undefined
  /** The last one of the page before. */
  before: Pick<TaskRow, 'created_at' | 'id'> | undefined
  limit: number
}

/** The newest first. */
export function listTasks(
  reader: Reader,
  driveId: string,
  { state, actorId, before, limit }: TaskPage,
): Promise<ToldTask[]> {
  let query = reader.selectFrom('tasks').select(TOLD_COLUMNS).where('drive_id', '=', driveId)
  if (state) query = query.where('ended_at', state === 'open' ? 'is' : 'is not', null)
  if (actorId !== undefined) query = query.where('actor_sub', '=', actorId)
  if (before) {
    query = query.where((task) =>
      task.or([
        task('created_at', '<', before.created_at),
        task.and([task('created_at', '=', before.created_at), task('id', '<', before.id)]),
      ]),
    )
  }
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** How many of somebody's are open; it need count no further than to a number. */
export async function countOpen(
  reader: Reader,
  driveId: string,
  { askerId, most }: { askerId: string; most: number },
): Promise<number> {
  const some = reader
    .selectFrom('tasks')
    .select('id')
    .where('drive_id', '=', driveId)
    .where('ended_at', 'is', null)
    .where(isBy(askerId))
    .limit(most)
  const { count } = await reader
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface FreeTasks {
  now: number
  /** Only these, or all but these. */
  kinds: { are: 'in' | 'not in'; these: readonly string[] }
  /** Who has enough of the workers already. */
  exceptAskers: readonly string[]
  limit: number
}

/** Tasks that nobody works on, those that wait longest first. */
export function listFree(
  reader: Reader,
  { now, kinds, exceptAskers, limit }: FreeTasks,
): Promise<(TaskKey & Pick<TaskRow, 'actor_sub'>)[]> {
  let free = reader
    .selectFrom('tasks')
    .select(['drive_id', 'id', 'actor_sub'])
    .where('ended_at', 'is', null)
    .where('leased_until', '<=', now)
    .where('kind', kinds.are, kinds.these)
  for (const askerId of exceptAskers) free = free.where(({ not }) => not(isBy(askerId)))
  return free.orderBy('leased_until').orderBy('created_at').limit(limit).execute()
}

/** Of a person, or of all who came by a link; no id of a link has a sign that a pattern knows. */
function isBy(askerId: string) {
  return askerId.startsWith('link:')
    ? sql<boolean>`actor_sub like ${`${askerId}:%`}`
    : sql<boolean>`actor_sub = ${askerId}`
}

/** Undefined when another process was faster: the condition is part of the update. */
export function takeTask(
  writer: Writer,
  { drive_id, id }: TaskKey,
  lease: { now: number; until: number },
): Promise<TaskRow | undefined> {
  return writer
    .updateTable('tasks')
    .set((task) => ({ leased_until: lease.until, attempts: task('attempts', '+', 1) }))
    .where('drive_id', '=', drive_id)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('leased_until', '<=', lease.now)
    .returningAll()
    .executeTakeFirst()
}

/** False when another process has taken the task, or it has ended. */
export async function renewTask(
  writer: Writer,
  task: TaskRow,
  until: number | null,
): Promise<boolean> {
  const renewed = await writer
    .updateTable('tasks')
    .set({ leased_until: until })
    .where('drive_id', '=', task.drive_id)
    .where('id', '=', task.id)
    .where('ended_at', 'is', null)
    .where('leased_until', '=', task.leased_until)
    .returning('id')
    .executeTakeFirst()
  return renewed !== undefined
}

/**
 * It waits since then: tasks that wait longer are taken before it. What is over in the lease of another
 * process is not given back by this one.
 */
export async function releaseTask(writer: Writer, task: TaskRow, since: number): Promise<void> {
  await writer
    .updateTable('tasks')
    .set({ leased_until: since })
    .where('drive_id', '=', task.drive_id)
    .where('id', '=', task.id)
    .where('ended_at', 'is', null)
    .where('leased_until', '=', task.leased_until)
    .execute()
}

/** All that a step may change; what it was told can be long, and stays until it ends. */
export async function saveTask(writer: Writer, row: TaskRow): Promise<void> {
  const { drive_id, id, kind, actor_sub, input, created_at, ...rest } = row
  await writer
    .updateTable('tasks')
    .set(row.ended_at === null ? rest : { ...rest, input })
    .where('drive_id', '=', drive_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteEnded(writer: Writer, before: number, limit: number): Promise<number> {
  const old = await writer
    .selectFrom('tasks')
    .select(['drive_id', 'id'])
    .where('ended_at', '<=', before)
    .orderBy('ended_at')
    .limit(limit)
    .execute()
  for (const { drive_id, id } of old) {
    await writer.deleteFrom('tasks').where('drive_id', '=', drive_id).where('id', '=', id).execute()
  }
  return old.length
}

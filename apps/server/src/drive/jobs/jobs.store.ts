import { peopleQuery } from '../../account/index.ts'
import type { Reader } from '../../db/database.ts'
import type { TaskRow, ThumbnailJobRow } from '../../db/tables.ts'

export type JobState = 'open' | 'failed' | 'ended'

export interface JobCounts {
  tasks: Record<TaskRow['phase'], number>
  thumbnails: Record<ThumbnailJobRow['state'], number>
  textsWaiting: number
  uploadsOpen: number
}

export async function countJobs(reader: Reader): Promise<JobCounts> {
  const phases = await reader
    .selectFrom('tasks')
    .select((each) => ['phase', each.fn.countAll<number>().as('n')])
    .groupBy('phase')
    .execute()
  const states = await reader
    .selectFrom('thumbnail_jobs')
    .select((each) => ['state', each.fn.countAll<number>().as('n')])
    .groupBy('state')
    .execute()
  const counts = await reader
    .selectNoFrom((eb) => [
      eb
        .selectFrom('text_queue')
        .select((each) => each.fn.countAll<number>().as('n'))
        .as('texts'),
      eb
        .selectFrom('uploads')
        .select((each) => each.fn.countAll<number>().as('n'))
        .where('committed_node_id', 'is', null)
        .as('uploads'),
    ])
    .executeTakeFirstOrThrow()
  return {
    tasks: {
      pending: 0,
      running: 0,
      complete: 0,
      failed: 0,
      cancelled: 0,
      ...Object.fromEntries(phases.map(({ phase, n }) => [phase, Number(n)])),
    },
    thumbnails: {
      waiting: 0,
      made: 0,
      failed: 0,
      ...Object.fromEntries(states.map(({ state, n }) => [state, Number(n)])),
    },
    textsWaiting: Number(counts.texts),
    uploadsOpen: Number(counts.uploads),
  }
}

/** Without its input, which holds names. */
export type JobRow = Omit<TaskRow, 'input' | 'cursor' | 'reserved'> & {
  sub: string
  name: string | null
}

/** The newest first. */
export function listJobs(reader: Reader, state: JobState, limit: number): Promise<JobRow[]> {
  let jobs = reader
    .selectFrom('tasks')
    .innerJoin('drives', 'drives.id', 'tasks.drive_id')
    .leftJoin(peopleQuery(reader).as('people'), 'people.sub', 'drives.owner_sub')
    .select([
      'tasks.drive_id',
      'tasks.id',
      'tasks.kind',
      'tasks.phase',
      'tasks.actor_sub',
      'tasks.done',
      'tasks.total',
      'tasks.failures',
      'tasks.created_at',
      'tasks.updated_at',
      'tasks.ended_at',
      'tasks.leased_until',
      'tasks.attempts',
      'tasks.kept',
      'drives.owner_sub as sub',
      (job) => job.fn.coalesce('people.name', 'drives.name').as('name'),
    ])
  if (state === 'failed') jobs = jobs.where('tasks.phase', '=', 'failed')
  else jobs = jobs.where('tasks.ended_at', state === 'open' ? 'is' : 'is not', null)
  return jobs.orderBy('tasks.created_at', 'desc').orderBy('tasks.id', 'desc').limit(limit).execute()
}

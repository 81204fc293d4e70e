import { type AdminJob, listJobs } from '@awan/protocol/account'
import type { Database } from '../../db/database.ts'
import { type Route, route } from '../../http/route.ts'
import { parseFailures } from '../tasks/run-step.ts'
import { countJobs, type JobRow, listJobs as selectJobs } from './jobs.store.ts'

/** The work of all drives at once. What files are called is nobody's business here. */
export function jobRoutes({ db }: { db: Database }): Route[] {
  return [
    route(listJobs, { admin: true }, ({ query }) =>
      db.readLong(async (reader) => {
        const { tasks, thumbnails, textsWaiting, uploadsOpen } = await countJobs(reader)
        const jobs = await selectJobs(reader, query.state, query.limit)
        return {
          tasks,
          thumbnails: { waiting: thumbnails.waiting, failed: thumbnails.failed },
          texts_waiting: textsWaiting,
          uploads_open: uploadsOpen,
          jobs: jobs.map(toJob),
        }
      }),
    ),
  ]
}

function toJob(row: JobRow): AdminJob {
  return {
    task_id: row.id,
    kind: row.kind,
    phase: row.phase,
    sub: row.sub,
    name: row.name ?? '',
    done: row.done,
    ...(row.total !== null && { total: row.total }),
    failed: parseFailures(row).count,
    attempts: row.attempts,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    ...(row.ended_at !== null && { ended_at: new Date(row.ended_at).toISOString() }),
  }
}

import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { defaultTimeLimits } from '../../src/db/database.ts'
import { onSharedBackend } from '../testing/backends.ts'
import { createSignedUpPerson } from '../testing/person.ts'
import { startServer } from '../testing/server.ts'
import { send } from './errors/stage.ts'

const WAITING = `select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

onSharedBackend((prepare) => {
  test('[ERR-1] a call whose database work exceeds its time limit answers deadline_exceeded', async () => {
    const backend = await prepare()
    if (backend.database.kind !== 'postgres') throw new Error('there are no locks to wait for')
    await using server = await startServer(backend)
    const { client } = await createSignedUpPerson(server.url)
    const token = await client.session.accessToken()

    const connectionString = backend.database.url.reveal()
    const [locking, watching] = [
      new pg.Client({ connectionString }),
      new pg.Client({ connectionString }),
    ]
    await Promise.all([locking.connect(), watching.connect()])
    try {
      await locking.query('begin; select 1 from users for update')
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const answer = send(server.url, 'PATCH /v1/user/profile', { token, body: { name: 'Budi' } })
      while ((await watching.query(WAITING)).rowCount === 0);
      vi.advanceTimersByTime(defaultTimeLimits.writeMs)
      expect(await answer).toMatchObject({
        status: 504,
        body: { error: 'deadline_exceeded', error_code: 4, error_uri: '/v1/user/profile' },
      })
    } finally {
      vi.useRealTimers()
      await Promise.all([locking.end(), watching.end()])
    }
  })
})

import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import type { DatabaseKind } from '../../db/database-kind.ts'
import type { PreparedQuery, PreparedValues } from '../../db/prepared-statement.ts'
import { onEachExplainedDatabase } from '../../db/testing-plans.ts'
import { sampleRows } from '../../db/testing-rows.ts'
import { liveSessionQuery, refreshQuery } from './tokens.store.ts'

const SESSIONS = 1_000

onEachExplainedDatabase((open, kind) => {
  test('the session of an access token is read by one row of each table', async () => {
    const { db, explain, analyze } = await open()
    await insertSessions(db)
    await analyze()
    const query = compile(liveSessionQuery, kind, { sessionId: 's7', tokenId: 't7' })
    for (const table of ['sessions', 'users', 'spent_tokens']) {
      const { ranges, excess } = await explain(query, table)
      expect({ ranges, excess }, table).toEqual({ ranges: [expect.any(String)], excess: [] })
    }
  })

  test('a refresh token is read with its session and person by one row of each table', async () => {
    const { db, explain, analyze } = await open()
    await insertSessions(db)
    await analyze()
    const query = compile(refreshQuery, kind, { hash: 'h7' })
    for (const table of ['refresh_tokens', 'sessions', 'users']) {
      const { ranges, excess } = await explain(query, table)
      expect({ ranges, excess }, table).toEqual({ ranges: [expect.any(String)], excess: [] })
    }
  })
})

function compile<V extends PreparedValues>(
  query: PreparedQuery<V, unknown>,
  kind: DatabaseKind,
  values: V,
): CompiledQuery {
  const { sql, parametersOf } = query.compile(kind)
  return CompiledQuery.raw(sql, parametersOf(values))
}

/** One of each person, with a refresh token and a spent access token. */
async function insertSessions(db: Database): Promise<void> {
  const { users, sessions, refresh_tokens, spent_tokens } = sampleRows
  const contact = { username: null, email: null, phone_number: null }
  await db.write(async (writer) => {
    for (let i = 0; i < SESSIONS; i++) {
      const sub = `u${i}`
      const id = `s${i}`
      const session = { ...sessions, id, sub, ended_at: null }
      const token = { ...refresh_tokens, hash: `h${i}`, session_id: id }
      await writer
        .insertInto('users')
        .values({ ...users, ...contact, sub })
        .execute()
      await writer.insertInto('sessions').values(session).execute()
      await writer.insertInto('refresh_tokens').values(token).execute()
      await writer
        .insertInto('spent_tokens')
        .values({ ...spent_tokens, id: `t${i}` })
        .execute()
    }
  })
}

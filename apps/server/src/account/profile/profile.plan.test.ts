import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { onEachExplainedDatabase } from '../../db/testing-plans.ts'
import { sampleRows } from '../../db/testing-rows.ts'
import { ownProfileQuery } from './profile.store.ts'

const PEOPLE = 1_000

onEachExplainedDatabase((open, kind) => {
  test('the profile is read with its third parties by the keys of both tables', async () => {
    const { db, explain, analyze } = await open()
    const { users, provider_links } = sampleRows
    const contact = { username: null, email: null, phone_number: null }
    await db.write(async (writer) => {
      for (let i = 0; i < PEOPLE; i++) {
        const sub = `u${i}`
        const link = { ...provider_links, sub, provider_user_id: `p${i}` }
        await writer
          .insertInto('users')
          .values({ ...users, ...contact, sub })
          .execute()
        await writer.insertInto('provider_links').values(link).execute()
      }
    })
    await analyze()
    const { sql, parametersOf } = ownProfileQuery.compile(kind)
    const query = CompiledQuery.raw(sql, parametersOf({ sub: 'u7' }))
    for (const table of ['users', 'provider_links']) {
      const { ranges, excess } = await explain(query, table)
      expect(ranges, table).toEqual([expect.any(String)])
      // PostgreSQL sorts the few links of one person.
      expect(
        excess.filter((step) => step !== 'Sort'),
        table,
      ).toEqual([])
    }
  })
})

import { expect, test } from 'vitest'
import { onEachDatabase } from '../db/testing.ts'
import { sampleRows } from '../db/testing-rows.ts'
import { ManualClock } from '../kernel/clock.ts'
import { systemRandom } from '../kernel/id.ts'
import { createPeopleDirectory } from './people-directory.ts'

onEachDatabase((open) => {
  test('the directory finds active people and groups by a part of the name, never by a contact', async () => {
    const db = await open()
    const user = { ...sampleRows.users, phone_number: null }
    const users = [
      { ...user, sub: 'ana', name: 'Ana Wati', username: 'anaw', email: 'secret@example.org' },
      { ...user, sub: 'ben', name: 'Ben', username: 'wally', email: 'ben@example.org' },
      { ...user, sub: 'eva', name: 'Eva Wati', username: null, email: null, status: 'FROZEN' },
      { ...user, sub: 'AMS=x', name: 'Wati', username: null, email: null },
    ] as const
    await db.write(async (writer) => {
      for (const one of users) await writer.insertInto('users').values(one).execute()
      const group = { id: 'water', name: 'Water 100%', created_at: 1 }
      await writer.insertInto('groups').values(group).execute()
    })
    const people = createPeopleDirectory({
      clock: new ManualClock(0),
      random: systemRandom,
      refreshTokenTtlMs: 1,
    })
    const find = (query: string) =>
      db.read((reader) => people.searchDirectory(reader, { query, limit: 10 }))
    expect(await find('WA')).toEqual({ subs: ['ana', 'ben'], groupIds: ['water'] })
    expect(await find('secret')).toEqual({ subs: [], groupIds: [] })
    expect(await find('example.org')).toEqual({ subs: [], groupIds: [] })
    expect(await find('%')).toEqual({ subs: [], groupIds: ['water'] })
  })

  test('a person is found by a whole username or phone number, and by no address', async () => {
    const db = await open()
    const user = { ...sampleRows.users, email: 'ana@example.org', email_verified: 1 }
    const others = { email: null, phone_number: null }
    await db.write(async (writer) => {
      const ana = { ...user, sub: 'ana', username: 'anaw', phone_number: '+6281234567890' }
      const eva = { ...user, ...others, sub: 'eva', username: 'eva', status: 'FROZEN' as const }
      const guest = { ...user, ...others, sub: 'AMS=x', username: 'guest' }
      for (const one of [ana, eva, guest]) await writer.insertInto('users').values(one).execute()
    })
    const people = createPeopleDirectory({
      clock: new ManualClock(0),
      random: systemRandom,
      refreshTokenTtlMs: 1,
    })
    const find = (typed: string) => db.read((reader) => people.personOfContact(reader, typed))
    for (const typed of ['anaw', ' AnaW ', '+62 812-3456-7890']) {
      expect(await find(typed), typed).toBe('ana')
    }
    for (const typed of ['ana', 'an', 'ana@example.org', 'eva', 'guest', '+1', '+', '', '%']) {
      expect(await find(typed), typed).toBeUndefined()
    }
  })

  test('only a proven mail address is the address of a person', async () => {
    const db = await open()
    const user = { ...sampleRows.users, username: null, phone_number: null }
    await db.write(async (writer) => {
      const ana = { ...user, sub: 'ana', email: 'ana@example.org', email_verified: 1 }
      const ben = { ...user, sub: 'ben', email: 'ben@example.org', email_verified: 0 }
      for (const one of [ana, ben]) await writer.insertInto('users').values(one).execute()
    })
    const people = createPeopleDirectory({
      clock: new ManualClock(0),
      random: systemRandom,
      refreshTokenTtlMs: 1,
    })
    const emailOf = (sub: string) => db.read((reader) => people.provenEmailOf(reader, sub))
    expect(await emailOf('ana')).toBe('ana@example.org')
    expect(await emailOf('ben')).toBeUndefined()
    expect(await emailOf('nobody')).toBeUndefined()
  })
})

import { describe, expect, test } from 'vitest'
import { createTestAccount, someCaller } from '../src/account/testing.ts'
import { createMemoryBlobStore } from '../src/blobs/memory.ts'
import type { Database } from '../src/db/database.ts'
import { onEachDatabase } from '../src/db/testing.ts'
import { joinDrive } from '../src/drive/testing.ts'
import { createPeopleUsage, type UsageOrder } from '../src/drive/usage/usage.ts'

const QUOTA = 1_000_000

/** The first account is the administrator; Ana stores most, Bo has never opened a drive. */
async function start(db: Database) {
  const app = await createTestAccount(db)
  const drive = joinDrive(db, createMemoryBlobStore(), { quotaBytes: QUOTA })
  const { people } = app.account
  const usage = createPeopleUsage({
    db,
    ownDrive: drive.ownDrive,
    people,
    defaultQuotaBytes: QUOTA,
  })
  const subs: Record<string, string> = {}
  for (const name of ['Putri', 'Ana', 'Bo', 'celine']) {
    app.clock.advance(1000)
    const { sub } = await app.signUp(`${name.toLowerCase()}@example.org`, { name })
    subs[name] = sub
  }
  await drive.upload(subs.Ana ?? '', 'a.bin', Buffer.alloc(3000))
  await drive.upload(subs.Ana ?? '', 'b.bin', Buffer.alloc(2000, 1))
  await drive.upload(subs.celine ?? '', 'c.bin', Buffer.alloc(400))
  const admin = await app.account.guards.authenticate(
    (await app.signIn('putri@example.org')).access_token,
  )
  const hand = { admin, caller: someCaller }
  const list = async (order: UsageOrder, query?: string) =>
    (await usage.list({ order, query, limit: 50 })).usage.map(({ name }) => name)
  return { app, drive, usage, subs, hand, list, db }
}

onEachDatabase((open) => {
  describe('storage usage of all people', () => {
    test('usage is listed in the requested order, including people without a drive', async () => {
      const { usage, list } = await start(await open())
      expect((await list('used')).slice(0, 2)).toEqual(['Ana', 'celine'])
      expect(await list('name')).toEqual(['Ana', 'Bo', 'celine', 'Putri'])
      expect(await list('active')).toEqual(['Putri', 'celine', 'Bo', 'Ana'])
      const { usage: all, total } = await usage.list({ order: 'used', limit: 50 })
      expect(all[0]).toMatchObject({ name: 'Ana', usedBytes: 5000, files: 2, quotaBytes: QUOTA })
      expect(all.find(({ name }) => name === 'Bo')).toMatchObject({
        usedBytes: 0,
        files: 0,
        quotaBytes: QUOTA,
      })
      expect(total).toEqual({ people: 4, usedBytes: 5400 })
    })

    test('usage is found by a part of a name or a contact', async () => {
      const { list } = await start(await open())
      expect(await list('used', 'CEL')).toEqual(['celine'])
      expect(await list('used', 'ana@exa')).toEqual(['Ana'])
      expect(await list('used', '%')).toEqual([])
    })

    test.for(['used', 'name', 'active'] as const)('usage is paged by %s', async (order) => {
      const { usage, list } = await start(await open())
      const names: string[] = []
      let token: string | undefined
      do {
        const page = await usage.list({ order, limit: 1, token })
        names.push(...page.usage.map(({ name }) => name))
        token = page.nextPageToken
      } while (token !== undefined)
      expect(names).toEqual(await list(order))
    })

    test('a page token of another order or a malformed one is rejected', async () => {
      const { usage } = await start(await open())
      const { nextPageToken: token } = await usage.list({ order: 'used', limit: 1 })
      for (const bad of [token, 'x', Buffer.from('["name",1,"x"]').toString('base64url')]) {
        await expect(usage.list({ order: 'name', limit: 1, token: bad })).rejects.toMatchObject({
          error: 'invalid_argument',
        })
      }
    })
  })

  describe('a quota', () => {
    test('a quota is set and removed, and both are recorded as events of the person', async () => {
      const { app, usage, subs, hand, db, drive } = await start(await open())
      const sub = subs.Ana ?? ''
      expect(await usage.setQuota(sub, 10, { ...hand, reason: 'too full' })).toMatchObject({
        usedBytes: 5000,
        quotaBytes: 10,
      })
      await expect(drive.upload(sub, 'd.bin', Buffer.alloc(1))).rejects.toMatchObject({
        error: 'resource_exhausted',
      })
      app.clock.advance(1)
      expect((await usage.setQuota(sub, undefined, hand)).quotaBytes).toBeUndefined()
      await drive.upload(sub, 'd.bin', Buffer.alloc(1))
      const events = await db.read((reader) =>
        reader
          .selectFrom('account_events')
          .selectAll()
          .where('sub', '=', sub)
          .where('type', '=', 'account.quota_changed')
          .orderBy('id')
          .execute(),
      )
      expect(events.map(({ envelope }) => JSON.parse(envelope).data)).toMatchObject([
        { quota_bytes: 10, reason: 'too full', administrator: hand.admin.sub },
        { quota_bytes: null },
      ])
    })

    test('setting a quota creates a drive for a person without one, and never for an unknown person', async () => {
      const { usage, subs, hand, db } = await start(await open())
      expect(await usage.setQuota(subs.Bo ?? '', 77, hand)).toMatchObject({ quotaBytes: 77 })
      await expect(usage.setQuota('nobody', 1, hand)).rejects.toMatchObject({ error: 'not_found' })
      const drives = await db.read((reader) =>
        reader.selectFrom('drives').select('owner_sub').execute(),
      )
      expect(drives.map(({ owner_sub }) => owner_sub)).not.toContain('nobody')
    })
  })
})

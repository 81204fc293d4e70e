import { getSecurityHistory, grantSudo } from '@awan/protocol/account'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { systemRandom } from '../../kernel/id.ts'
import { createEventLog } from '../events/events.ts'
import { createTestAccount, failure, PASSWORD, someCaller, type TestAccount } from '../testing.ts'

const email = 'rahma@example.org'

/** Puts so many events into somebody's log, several at the same moment. */
async function fill(app: TestAccount, db: Parameters<typeof createTestAccount>[0], sub: string) {
  const log = createEventLog({ clock: app.clock, random: systemRandom, source: 'test' })
  for (let i = 0; i < 4; i++) {
    app.clock.advance(1)
    await db.write(async (w) => {
      for (let n = 0; n < 3; n++) {
        await log.record(w, { type: 'account.sign_in_failed', sub, caller: someCaller })
      }
    })
  }
}

onEachDatabase((open) => {
  describe('the security history', () => {
    test("[ENT-24] the security history shows a person's own events in their envelopes, newest first", async () => {
      const app = await createTestAccount(await open())
      const { access_token: accessToken, sub } = await app.signUp(email)
      app.clock.advance(1000)
      await app.call(grantSudo, { accessToken, body: { password: PASSWORD } })
      const { data, next_page_token } = await app.call(getSecurityHistory, { accessToken })
      expect(next_page_token).toBeUndefined()
      expect(data[0]).toMatchObject({
        specversion: '1.0.1',
        type: 'account.sudo_granted',
        subject: sub,
        time: '2026-01-01T00:00:01.000Z',
        data: { address: '203.0.113.7', device_name: 'PC-Chrome' },
      })
      expect(data.map(({ type }) => type)).toContain('account.signed_up')
      expect(JSON.stringify(data)).not.toContain(PASSWORD)
    })

    test('paging through the security history skips and repeats nothing while new events are added', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const { access_token: accessToken, sub } = await app.signUp(email)
      await fill(app, db, sub)
      const { data: whole } = await app.call(getSecurityHistory, {
        accessToken,
        query: { page_size: 100 },
      })
      expect(whole.length).toBeGreaterThan(12)

      const seen: string[] = []
      let token: string | undefined
      do {
        const query = { page_size: 5, ...(token && { page_token: token }) }
        const page = await app.call(getSecurityHistory, { accessToken, query })
        expect(page.data.length).toBeLessThanOrEqual(5)
        seen.push(...page.data.map(({ id }) => id))
        token = page.next_page_token
        await fill(app, db, sub)
      } while (token !== undefined)
      expect(seen).toEqual(whole.map(({ id }) => id))
    })

    test("the security history never shows another person's events, with any page token", async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const victim = await app.signUp(email)
      await fill(app, db, victim.sub)
      const query = { page_size: 2 }
      const page = await app.call(getSecurityHistory, { accessToken: victim.access_token, query })
      const stranger = await app.signUp('siti@example.org')
      for (const page_token of [undefined, page.next_page_token, 'z'.repeat(25)]) {
        const { data } = await app.call(getSecurityHistory, {
          accessToken: stranger.access_token,
          query: page_token === undefined ? {} : { page_token },
        })
        for (const { subject } of data) expect(subject).toBe(stranger.sub)
      }
    })

    test('the security history refuses an invalid page size and a forged page token', async () => {
      const app = await createTestAccount(await open())
      const { access_token: accessToken } = await app.signUp(email)
      const asked = (query: { page_size?: number; page_token?: string }) =>
        failure(app.call(getSecurityHistory, { accessToken, query }))
      expect(await asked({ page_size: 101 })).toBeInstanceOf(Error)
      expect(await asked({ page_size: 0 })).toBeInstanceOf(Error)
      for (const page_token of ['x', "' or 1=1 --", 'Z'.repeat(25)]) {
        expect(await asked({ page_token })).toMatchObject({ error: 'invalid_argument' })
      }
    })
  })
})

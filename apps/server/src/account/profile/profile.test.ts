import { getMe, grantSudo, queryUsers, updateProfile } from '@awan/protocol/account'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure, PASSWORD, type TestAccount } from '../testing.ts'

const email = 'rahma@example.org'

/** Without a password: nothing here asks for one, and hashing takes long. */
const signUp = async (app: TestAccount, address: string, username?: string) =>
  (await app.signUp(address, { password: undefined, username })).access_token

onEachDatabase((open) => {
  describe('the profile', () => {
    test('[CAL-25] updating the profile sets the given fields and keeps absent ones', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const accessToken = await signUp(app, email)
      const fields = {
        name: ' Rahma\u202e N. ',
        username: 'Rahma',
        picture: 'https://example.org/rahma.jpg',
        gender: 'FEMALE',
        birthdate: '0000-02-29',
        zoneinfo: 'Asia/Jakarta',
        locale: 'id-id',
        address: { locality: 'Bandung', country: 'ID', region: '' },
      }
      const answer = await app.call(updateProfile, { body: fields, accessToken })
      const expected = {
        ...fields,
        name: 'Rahma N.',
        username: 'rahma',
        locale: 'id-ID',
        address: { locality: 'Bandung', country: 'ID' },
      }
      expect(answer).toMatchObject(expected)
      expect(answer.address).not.toHaveProperty('region')
      // Events of one moment have no order.
      app.clock.advance(1)
      await app.call(updateProfile, { body: { picture: '', gender: '' }, accessToken })
      const me = await app.call(getMe, { accessToken })
      const { picture, gender, ...kept } = expected
      expect(me).toMatchObject(kept)
      expect(me).not.toHaveProperty('picture')
      expect(me).not.toHaveProperty('gender')
      const event = await db.read((r) =>
        r
          .selectFrom('account_events')
          .select('envelope')
          .where('type', '=', 'account.profile_changed')
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow(),
      )
      expect(JSON.parse(event.envelope).data.fields).toEqual(['picture', 'gender'])
    })

    test('[ACC-41] a profile names no role: administrators have a group, and everybody else none', async () => {
      const app = await createTestAccount(await open())
      const administrator = await app.call(getMe, { accessToken: await signUp(app, email) })
      const other = await app.call(getMe, { accessToken: await signUp(app, 'siti@example.org') })
      expect(administrator.groups).toEqual([{ id: 'administrators' }])
      const { groups, sub: _sub, ...rest } = other
      expect(groups).toEqual([])
      expect(Object.keys(administrator).toSorted()).toEqual(
        [...Object.keys(rest), 'groups', 'sub'].toSorted(),
      )
    })

    test('updating the profile cannot change status, contacts, password or administrator rights', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      await signUp(app, 'first@example.org')
      const accessToken = await signUp(app, email)
      const select = () =>
        db.read((r) =>
          r.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow(),
        )
      const before = await select()
      const body = {
        name: 'Rahma',
        is_admin: 1,
        status: 'FROZEN',
        sub: 'other',
        email: 'other@example.org',
        email_verified: 0,
        phone_number: '+628123456789',
        password_hash: 'x',
        groups: [{ id: 'administrators' }],
        __proto__: { is_admin: 1 },
      }
      await app.call(updateProfile, { body, accessToken })
      expect(await select()).toEqual({ ...before, name: 'Rahma' })
    })

    test.each([
      { picture: 'http://example.org/a.jpg' },
      { picture: 'data:image/svg+xml,<svg/>' },
      { picture: 'javascript:alert(1)' },
      { picture: 'https://user:secret@example.org/a.jpg' },
      { birthdate: '2026-02-30' },
      { birthdate: '31.12.1990' },
      { zoneinfo: 'Mars/Olympus' },
      { locale: 'no_such-locale!' },
      { username: 'a@b' },
      { username: 'two words' },
      { name: '\u202e\u2066' },
    ])('updating the profile refuses %j', async (body) => {
      const app = await createTestAccount(await open())
      const accessToken = await signUp(app, email)
      expect(await failure(app.call(updateProfile, { body, accessToken }))).toMatchObject({
        error: 'invalid_argument',
      })
    })

    test('another username needs a sudo token once the sign-in is old, and its owner gets a mail', async () => {
      const app = await createTestAccount(await open())
      const { access_token: accessToken } = await app.signUp(email, { username: 'rahma' })
      const rename = (username: string, sudoToken?: string) =>
        app.call(updateProfile, {
          body: { username },
          accessToken,
          ...(sudoToken !== undefined && { sudoToken }),
        })
      const told = () => app.outbox.messages().filter((m) => m.purpose === 'usernameChanged')
      await rename('rahma.n')
      expect(told()).toMatchObject([{ to: email }])

      app.clock.advance(15 * 60_000)
      expect(await failure(rename('thief'))).toMatchObject({ error: 'permission_denied' })
      expect(await rename('Rahma.N')).toMatchObject({ username: 'rahma.n' })
      await app.call(updateProfile, { body: { name: 'Rahma' }, accessToken })
      expect(told()).toHaveLength(1)

      const body = { password: PASSWORD }
      const { sudo_token } = await app.call(grantSudo, { body, accessToken })
      expect(await rename('rahma', sudo_token)).toMatchObject({ username: 'rahma' })
      expect(told()).toHaveLength(2)
    })

    test('a username belongs to one person only', async () => {
      const app = await createTestAccount(await open())
      const accessToken = await signUp(app, email)
      await signUp(app, 'siti@example.org', 'siti')
      const body = { username: 'SITI', name: 'Not Siti' }
      expect(await failure(app.call(updateProfile, { body, accessToken }))).toMatchObject({
        error: 'already_exists',
      })
      expect(await app.call(getMe, { accessToken })).toMatchObject({ name: 'rahma' })
    })
  })

  describe('looking up people', () => {
    test('[CAL-26] looking up a person needs the whole id, username or contact, and returns no contact', async () => {
      const app = await createTestAccount(await open())
      const accessToken = await signUp(app, email)
      const other = await app.signUp('siti@example.org', { password: undefined, username: 'siti' })
      const picture = 'https://example.org/siti.jpg'
      const sent = { body: { picture }, accessToken: other.access_token }
      await app.call(updateProfile, sent)
      const found = { total: 1, data: [{ sub: other.sub, name: 'siti', picture }] }
      const find = (query: object) => app.call(queryUsers, { query, accessToken })
      for (const query of [
        { id: other.sub },
        { id: [other.sub, 'unknown'] },
        { username: 'Siti' },
        { email: 'SITI@example.org' },
      ]) {
        expect(await find(query)).toEqual(found)
      }
      for (const query of [{ id: 'unknown' }, { username: 'sit' }, { email: 'siti@example' }]) {
        expect(await find(query)).toEqual({ total: 0, data: [] })
      }
      for (const query of [{}, { id: other.sub, username: 'siti' }, { phone_number: '+1' }]) {
        expect(await failure(find(query))).toMatchObject({ error: 'invalid_argument' })
      }
    })

    test('looking up people does not find accounts that are frozen or being deleted', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const accessToken = await signUp(app, email)
      const other = await app.signUp('siti@example.org', { password: undefined })
      for (const status of ['DELETING', 'FROZEN'] as const) {
        await db.write((w) =>
          w.updateTable('users').set({ status }).where('sub', '=', other.sub).execute(),
        )
        const answer = await app.call(queryUsers, { query: { id: other.sub }, accessToken })
        expect(answer.total).toBe(0)
      }
    })

    test('looking up contacts is limited to 60 an hour', async () => {
      const app = await createTestAccount(await open())
      const accessToken = await signUp(app, email)
      const find = (address: string) =>
        app.call(queryUsers, { query: { email: address }, accessToken })
      for (let i = 0; i < 60; i++) await find(`p${i}@example.org`)
      expect(await failure(find('p60@example.org'))).toMatchObject({ error: 'resource_exhausted' })
      // Ids cannot be guessed: what is shown of people whom one shares with goes on.
      await app.call(queryUsers, { query: { id: 'unknown' }, accessToken })
      app.clock.advance(3600_000)
      await find('p60@example.org')
    })
  })
})

import type { BodySent } from '@awan/protocol'
import {
  authorizeDevice,
  createAppPassword,
  DEVICE_CODE_GRANT,
  getSecurityHistory,
  grantToken,
  listAppPasswords,
  mergeAnonymous,
  renameAppPassword,
  revokeAppPassword,
  revokeAppPasswords,
  signUpAnonymously,
  startDevice,
} from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure } from '../testing.ts'
import { enter, makeAppPassword, withSudo } from './testing.ts'

const email = 'rahma@example.org'
const folder = { drive_id: 'drive', file_id: 'photos' }
const sample = { ...folder, name: 'Photos' }

onEachDatabase((open) => {
  async function start() {
    const db = await open()
    /** The folder that everybody reaches here, until it is gone. */
    const reached = new Set(['photos'])
    const app = await createTestAccount(db, {
      allowsAnonymous: true,
      accountFiles: [
        {
          remove: async () => undefined,
          groupsShrink: async () => async () => undefined,
          groupRemoved: async () => undefined,
          membershipChanged: async () => undefined,
          findFolder: async (_sub, { driveId, nodeId }) =>
            reached.has(nodeId) ? { driveId, nodeId, name: 'Photos' } : undefined,
          listShares: async () => [],
          listSavedSearches: async () => [],
          handOver: async () => undefined,
          list: async function* () {},
        },
      ],
    })
    const me = await app.signUp(email)
    const accessToken = me.access_token
    const list = async () => (await app.call(listAppPasswords, { accessToken })).data
    return { db, app, me, accessToken, list, reached }
  }

  test('the password is in the answer of its creation, and never again', async () => {
    const { app, me, accessToken, list } = await start()
    const created = await makeAppPassword(app, me, { name: '  Laptop\tof  Rahma ' })
    expect(created).toMatchObject({
      name: 'Laptop of Rahma',
      read_only: false,
      login_name: me.sub,
      created_at: new Date(app.clock.now()).toISOString(),
    })
    const { password, login_name, ...listed } = created
    expect(await list()).toEqual([listed])
    const renamed = await app.call(renameAppPassword, {
      accessToken,
      params: { id: created.id },
      body: { name: 'Old laptop' },
    })
    expect(renamed).toEqual({ ...listed, name: 'Old laptop' })
    expect(await enter(app, login_name, password)).toBeDefined()
  })

  test('creating one needs a sudo token, also right after a sign-in', async () => {
    const { app, accessToken, list } = await start()
    const body = { name: 'Laptop' }
    expect(await failure(app.call(createAppPassword, { accessToken, body }))).toMatchObject({
      error: 'permission_denied',
    })
    expect(await list()).toEqual([])
  })

  test('creation and revocation are in the history, and the owner gets a mail about the first', async () => {
    const { app, me, accessToken } = await start()
    app.clock.advance(1)
    const { id, password } = await makeAppPassword(app, me)
    const mail = app.outbox.messages().find(({ purpose }) => purpose === 'appPasswordCreated')
    expect(mail).toMatchObject({ to: email, text: expect.stringContaining('203.0.113.7') })
    expect(mail?.text).not.toContain(password)
    app.clock.advance(1)
    await app.call(revokeAppPassword, { accessToken, params: { id } })
    const { data } = await app.call(getSecurityHistory, { accessToken, query: { page_size: 2 } })
    const about = { app_password_id: id, app_password: 'Laptop' }
    expect(data).toMatchObject([
      { type: 'account.app_password_revoked', data: about },
      { type: 'account.app_password_created', data: about },
    ])
    expect(JSON.stringify(data)).not.toContain(password)
  })

  test('the newest is listed first, and all of them are revoked at once', async () => {
    const { app, me, accessToken, list } = await start()
    for (const name of ['first', 'second', 'third']) {
      await makeAppPassword(app, me, { name })
      app.clock.advance(1)
    }
    expect((await list()).map(({ name }) => name)).toEqual(['third', 'second', 'first'])
    const revokeAll = () => app.call(revokeAppPasswords, { accessToken })
    expect(await revokeAll()).toEqual({ revoked: 3 })
    expect(await revokeAll()).toEqual({ revoked: 0 })
    expect(await list()).toEqual([])
  })

  test("another person's app password is answered as one that does not exist", async () => {
    const { app, me, list } = await start()
    const { id, password } = await makeAppPassword(app, me)
    const { access_token: accessToken } = await app.signUp('stranger@example.org')
    const gone = { error: 'not_found' }
    for (const params of [{ id }, { id: 'unknown' }]) {
      const revoke = app.call(revokeAppPassword, { accessToken, params })
      expect(await failure(revoke)).toMatchObject(gone)
      const rename = app.call(renameAppPassword, { accessToken, params, body: { name: 'mine' } })
      expect(await failure(rename)).toMatchObject(gone)
    }
    expect(await app.call(revokeAppPasswords, { accessToken })).toEqual({ revoked: 0 })
    expect(await list()).toMatchObject([{ id, name: 'Laptop' }])
    expect(await enter(app, email, password)).toBeDefined()
  })

  test('one folder: it must be one that the person can open, and its name is listed as long as they can', async () => {
    const { app, me, list, reached } = await start()
    const unknown = makeAppPassword(app, me, { folder: { ...folder, file_id: 'secret' } })
    expect(await failure(unknown)).toMatchObject({ error: 'not_found' })
    const created = await makeAppPassword(app, me, { folder, read_only: true })
    expect(created).toMatchObject({ folder: sample, read_only: true })
    const scope = { driveId: 'drive', nodeId: 'photos' }
    expect(await enter(app, email, created.password)).toMatchObject({ folder: scope })
    expect(await list()).toMatchObject([{ folder: sample }])
    reached.clear()
    expect((await list())[0]?.folder).toEqual(folder)
    expect(await enter(app, email, created.password)).toMatchObject({ folder: scope })
  })

  test('a name without a visible character and an expiry in the past are refused', async () => {
    const { app, me, accessToken, list } = await start()
    const past = new Date(app.clock.now()).toISOString()
    const bad: Partial<BodySent<typeof createAppPassword>>[] = [
      { name: '\u202e\u0007' },
      { name: 'a\ud800' },
      { expires_at: past },
    ]
    for (const body of bad) {
      expect(await failure(makeAppPassword(app, me, body))).toMatchObject({
        error: 'invalid_argument',
      })
    }
    expect(await list()).toEqual([])
    const { id } = await makeAppPassword(app, me)
    const renamed = app.call(renameAppPassword, {
      accessToken,
      params: { id },
      body: { name: '\u202e' },
    })
    expect(await failure(renamed)).toMatchObject({ error: 'invalid_argument' })
  })

  test('a person has at most a hundred, also when several are created at once', async () => {
    const { db, app, me } = await start()
    for (let n = 0; n < 98; n++) await insert(n)
    const three = [1, 2, 3].map((n) => makeAppPassword(app, me, { name: `device ${n}` }))
    const settled = await Promise.allSettled(three)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { error: 'resource_exhausted' },
    })
    await app.call(revokeAppPasswords, { accessToken: me.access_token })
    await makeAppPassword(app, me)

    async function insert(n: number) {
      const unused = { last_used_at: null, last_address: null, last_user_agent: null }
      const all = { folder_drive_id: null, folder_id: null, expires_at: null, read_only: 0 }
      await db.write((writer) =>
        writer
          .insertInto('app_passwords')
          .values({
            id: `p${n}`,
            sub: me.sub,
            hash: `h${n}`,
            name: 'x',
            created_at: n,
            ...all,
            ...unused,
          })
          .execute(),
      )
    }
  })

  test('a guest cannot create one, and takes none along into an account', async () => {
    const { app, me, list } = await start()
    const guest = await app.call(signUpAnonymously, { caller: { deviceId: 'a'.repeat(32) } })
    expect(await failure(makeAppPassword(app, guest))).toMatchObject({
      error: 'failed_precondition',
    })
    const { id } = await makeAppPassword(app, me)
    const body = { anonymous_token: guest.access_token, folder_name: 'Guest' }
    await app.call(mergeAnonymous, { accessToken: me.access_token, body })
    expect(await list()).toMatchObject([{ id }])
  })

  test('a session that a device code opened cannot create one, with a sudo token neither', async () => {
    const { app, me, list } = await start()
    const tv = { clientId: 'awan-cli', deviceId: 'f'.repeat(32), deviceName: 'TV' }
    const started = await app.call(startDevice, { body: { meta: { scene: 'tv' } }, caller: tv })
    const { user_code, device_code } = started
    await app.call(authorizeDevice, { ...(await withSudo(app, me)), body: { user_code } })
    const body = { grant_type: DEVICE_CODE_GRANT, device_code } as const
    const session = await app.call(grantToken, { body, caller: tv })
    expect(
      await failure(makeAppPassword(app, { ...me, access_token: session.access_token })),
    ).toMatchObject({
      error: 'permission_denied',
    })
    expect(await list()).toEqual([])
  })
})

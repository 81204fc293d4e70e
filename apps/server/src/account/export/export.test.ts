import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  getExport,
  getExportContent,
  grantSudo,
  grantToken,
  startExport,
} from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { readZip } from '../../kernel/zip/testing.ts'
import { makeAppPassword } from '../app-passwords/testing.ts'
import { createTestAccount, failure, PASSWORD, someCaller, type TestAccount } from '../testing.ts'

const email = 'rahma@example.org'

async function start(app: TestAccount, accessToken: string): Promise<string> {
  app.clock.advance(60_000)
  const body = { verification_token: await app.verify(email, 'DEFAULT') }
  const { sudo_token: sudoToken } = await app.call(grantSudo, { body, accessToken })
  const task = await app.call(startExport, { body: {}, accessToken, sudoToken })
  expect(task).toMatchObject({ phase: 'COMPLETE', progress: 100 })
  return task.task_id
}

/** The route answers bytes: they are taken from the reply that it writes. */
async function download(app: TestAccount, accessToken: string, id: string) {
  const route = app.account.routes.find(({ endpoint }) => endpoint === getExportContent)
  const user = await app.account.guards.authenticate(accessToken)
  const headers: Record<string, string> = {}
  let sent: Readable | undefined
  const reply = {
    header: (name: string, value: string) => {
      headers[name] = value
      return reply
    },
    send: (body: Readable) => {
      sent = body
      return reply
    },
  }
  await route?.handle({ params: { id }, user, caller: someCaller, reply } as never)
  if (!sent) throw new Error('nothing was sent')
  return { headers, files: readZip(await buffer(sent)) }
}

onEachDatabase((open) => {
  test('only the session that asked for an export is told its id: no history has it', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const { access_token } = await app.signUp(email, { password: undefined })
    const id = await start(app, access_token)
    await download(app, access_token, id)
    const rows = await db.read((r) =>
      r
        .selectFrom('account_events')
        .select(['type', 'envelope'])
        .where('type', 'like', 'account.export_%')
        .execute(),
    )
    expect(rows.map(({ type }) => type).sort()).toEqual([
      'account.export_downloaded',
      'account.export_requested',
    ])
    expect(JSON.stringify(rows)).not.toContain(id)
  })

  test('an export is one archive with all account data and files, and without secrets', async () => {
    const db = await open()
    const app = await createTestAccount(db, {
      accountFiles: [
        {
          remove: async () => undefined,
          groupsShrink: async () => async () => undefined,
          groupRemoved: async () => undefined,
          membershipChanged: async () => undefined,
          findFolder: async () => undefined,
          listShares: async () => [{ file: 'sea.txt', role: 'viewer' }],
          listSavedSearches: async () => [{ name: 'Sea', query: { q: 'sea' } }],
          handOver: async () => undefined,
          list: async function* (sub) {
            const open = async () => Readable.from([Buffer.from(`of ${sub}`)])
            yield { path: 'photos/', modifiedAtMs: 0, sizeBytes: 0, open }
            yield { path: 'photos/sea.txt', modifiedAtMs: 1000, sizeBytes: 3 + sub.length, open }
          },
        },
      ],
    })
    const me = await app.signUp(email, { username: 'rahma' })
    const { password: appPassword } = await makeAppPassword(app, me)
    await app.signUp('siti@example.org', { password: undefined })
    const { headers, files } = await download(
      app,
      me.access_token,
      await start(app, me.access_token),
    )
    expect(headers).toMatchObject({ 'content-type': 'application/zip' })
    const text = (name: string) => files.find((file) => file.name === name)?.bytes.toString() ?? ''
    expect(files.map(({ name }) => name)).toEqual([
      'account/profile.json',
      'account/picture.json',
      'account/apps.json',
      'account/third-parties.json',
      'account/passkeys.json',
      'account/second-steps.json',
      'account/trusted-devices.json',
      'account/app-passwords.json',
      'account/sessions.json',
      'account/events.json',
      'account/shares.json',
      'account/saved-searches.json',
      'files/photos/',
      'files/photos/sea.txt',
    ])
    expect(JSON.parse(text('account/profile.json'))).toMatchObject({
      sub: me.sub,
      email,
      username: 'rahma',
      has_password: true,
      created_at: '2026-01-01T00:00:00.000Z',
    })
    expect(JSON.parse(text('account/sessions.json'))).toHaveLength(1)
    expect(JSON.parse(text('account/app-passwords.json'))).toMatchObject([{ name: 'Laptop' }])
    expect(text('account/events.json')).toContain('account.export_requested')
    expect(JSON.parse(text('account/saved-searches.json'))).toEqual([
      { name: 'Sea', query: { q: 'sea' } },
    ])
    expect(JSON.parse(text('account/shares.json'))).toEqual([{ file: 'sea.txt', role: 'viewer' }])
    expect(text('files/photos/sea.txt')).toBe(`of ${me.sub}`)

    const all = files.map(({ bytes }) => bytes.toString()).join('')
    expect(all).not.toContain('siti')
    for (const secret of [
      PASSWORD,
      appPassword,
      '$argon2',
      me.access_token,
      me.refresh_token ?? '-',
    ]) {
      expect(all).not.toContain(secret)
    }
  })

  test('a long history is exported in several files, so that none of them is too much for the memory', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const { access_token, sub } = await app.signUp(email, { password: undefined })
    const at = app.clock.now()
    const rows = Array.from({ length: 10_500 }, (_, i) => {
      const id = at.toString(36).padStart(9, '0') + String(i).padStart(16, '0')
      return { id, sub, type: 'account.sign_in_failed', at, envelope: JSON.stringify({ id }) }
    })
    await db.write(async (w) => {
      for (let i = 0; i < rows.length; i += 500) {
        const some = rows.slice(i, i + 500)
        await w.insertInto('account_events').values(some).execute()
      }
    })
    const { files } = await download(app, access_token, await start(app, access_token))
    const histories = files.filter(({ name }) => name.startsWith('account/events'))
    expect(histories.map(({ name }) => name)).toEqual([
      'account/events.json',
      'account/events-2.json',
    ])
    const [first, second] = histories.map(
      ({ bytes }) => JSON.parse(bytes.toString()) as { id: string }[],
    )
    expect(first).toHaveLength(10_000)
    const ids = new Set([...(first ?? []), ...(second ?? [])].map(({ id }) => id))
    expect(rows.every(({ id }) => ids.has(id))).toBe(true)
  })

  test('very many sessions are exported in several files', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const { access_token, sub } = await app.signUp(email, { password: undefined })
    const ids = Array.from({ length: 10_500 }, (_, i) => `added${String(i).padStart(20, '0')}`)
    await db.write(async (w) => {
      const [row] = await w.selectFrom('sessions').selectAll().where('sub', '=', sub).execute()
      if (!row) throw new Error('nobody is signed in')
      for (let at = 0; at < ids.length; at += 500) {
        const some = ids.slice(at, at + 500).map((id) => ({ ...row, id }))
        await w.insertInto('sessions').values(some).execute()
      }
    })
    const { files } = await download(app, access_token, await start(app, access_token))
    const lists = files.filter(({ name }) => name.startsWith('account/sessions'))
    expect(lists.map(({ name }) => name)).toEqual([
      'account/sessions.json',
      'account/sessions-2.json',
    ])
    const [first, second] = lists.map(
      ({ bytes }) => JSON.parse(bytes.toString()) as { id: string; created_at: string }[],
    )
    expect(first).toHaveLength(10_000)
    expect(first?.[0]?.created_at).toBe('2026-01-01T00:00:00.000Z')
    const exported = new Set([...(first ?? []), ...(second ?? [])].map(({ id }) => id))
    expect(exported.size).toBe(10_501)
    expect(ids.every((id) => exported.has(id))).toBe(true)
  })

  test('an export needs a sudo token, is readable only by its owner and expires after a day', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const { access_token: accessToken, refresh_token } = await app.signUp(email, {
      password: undefined,
    })
    const other = await app.signUp('siti@example.org', { password: undefined })
    expect(await failure(app.call(startExport, { body: {}, accessToken }))).toMatchObject({
      error: 'permission_denied',
    })
    const id = await start(app, accessToken)
    const params = { id }
    expect(await app.call(getExport, { params, accessToken })).toMatchObject({ task_id: id })
    const missing = { error: 'not_found' }
    const stranger = { params, accessToken: other.access_token }
    expect(await failure(app.call(getExport, stranger))).toMatchObject(missing)
    expect(await failure(download(app, other.access_token, id))).toMatchObject(missing)
    await app.account.settled()
    expect(app.outbox.messages()[0]).toMatchObject({ to: email, purpose: 'exportRequested' })

    app.clock.advance(24 * 3600_000)
    const body = { grant_type: 'refresh_token', refresh_token: refresh_token ?? '' } as const
    const renewed = await app.call(grantToken, { body })
    const late = { params, accessToken: renewed.access_token }
    expect(await failure(app.call(getExport, late))).toMatchObject(missing)
    await app.account.housekeeping.find(({ name }) => name === 'expired exports')?.run()
    expect(await db.read((r) => r.selectFrom('account_exports').selectAll().execute())).toEqual([])
  })
})

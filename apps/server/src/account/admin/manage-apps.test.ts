import {
  changeApp,
  getApp,
  grantSudo,
  listApps,
  registerApp,
  removeApp,
  renewAppSecret,
} from '@awan/protocol/account'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure, PASSWORD } from '../testing.ts'

async function start(db: Database) {
  const app = await createTestAccount(db)
  const { access_token: accessToken, sub } = await app.signUp('admin@example.org')
  const { sudo_token: sudoToken } = await app.call(grantSudo, {
    body: { password: PASSWORD },
    accessToken,
  })
  return { app, sub, admin: { accessToken, sudoToken } }
}

const body = {
  name: 'Photo Frame',
  url: 'https://frame.example',
  redirect_uris: ['https://frame.example/callback', 'http://127.0.0.1/callback'],
  scope: 'openid profile drive',
}

onEachDatabase((open) => {
  test('the secret of a registered app is shown once and stored only as a hash', async () => {
    const db = await open()
    const { app, sub, admin } = await start(db)
    const registered = await app.call(registerApp, {
      body: { ...body, is_confidential: true },
      ...admin,
    })
    expect(registered.app).toMatchObject({ ...body, is_confidential: true, created_by: sub })
    const secret = registered.client_secret ?? ''
    expect(secret.length).toBeGreaterThan(40)
    const rows = await db.read(async (r) => [
      await r.selectFrom('apps').selectAll().execute(),
      await r.selectFrom('account_events').selectAll().execute(),
    ])
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(await app.call(listApps, admin))).not.toContain(secret)

    const params = { app_id: registered.app.id }
    const renewed = await app.call(renewAppSecret, { params, ...admin })
    expect(renewed.client_secret).not.toBe(secret)
  })

  test('a public app has no secret', async () => {
    const { app, admin } = await start(await open())
    const registered = await app.call(registerApp, { body, ...admin })
    expect(registered.client_secret).toBeUndefined()
    expect(registered.app.is_confidential).toBe(false)
  })

  test('ID tokens of a new app are signed with RS256 unless it asks for ES256, and this can be changed', async () => {
    const { app, admin } = await start(await open())
    const { app: usual } = await app.call(registerApp, { body, ...admin })
    expect(usual.id_token_signed_response_alg).toBe('RS256')
    const { app: other } = await app.call(registerApp, {
      body: { ...body, id_token_signed_response_alg: 'ES256' },
      ...admin,
    })
    expect(other.id_token_signed_response_alg).toBe('ES256')
    const changed = await app.call(changeApp, {
      params: { app_id: usual.id },
      body: { id_token_signed_response_alg: 'ES256' },
      ...admin,
    })
    expect(changed.id_token_signed_response_alg).toBe('ES256')
  })

  test('an app must use PKCE unless it has a secret and an administrator excuses it', async () => {
    const { app, admin } = await start(await open())
    const confidential = { ...body, is_confidential: true }
    const { app: frame } = await app.call(registerApp, { body: confidential, ...admin })
    expect(frame.requires_pkce).toBe(true)
    const excuse = (id: string) =>
      app.call(changeApp, { params: { app_id: id }, body: { requires_pkce: false }, ...admin })
    expect((await excuse(frame.id)).requires_pkce).toBe(false)

    const { app: publicApp } = await app.call(registerApp, { body, ...admin })
    const refused = {
      error: 'invalid_argument',
      description: 'requires_pkce: an app without a secret must use PKCE',
    }
    expect(await failure(excuse(publicApp.id))).toMatchObject(refused)
    const registered = app.call(registerApp, { body: { ...body, requires_pkce: false }, ...admin })
    expect(await failure(registered)).toMatchObject(refused)
    const { requires_pkce } = await app.call(getApp, { params: { app_id: publicApp.id }, ...admin })
    expect(requires_pkce).toBe(true)
  })

  test.each([
    'http://frame.example/callback',
    'https://frame.example/#x',
    'https://*.example/callback',
    'javascript:alert(1)',
    '/callback',
  ])('an app cannot be registered with the redirect URI %j', async (uri) => {
    const { app, admin } = await start(await open())
    expect(
      await failure(app.call(registerApp, { body: { ...body, redirect_uris: [uri] }, ...admin })),
    ).toMatchObject({ error: 'invalid_argument' })
  })

  test.each(['http://frame.example', 'frame.example', 'javascript:alert(1)', ''])(
    'the error about the url %j of an app names the rule',
    async (url) => {
      const { app, admin } = await start(await open())
      const message = 'must be a whole address that begins with https://'
      const registered = app.call(registerApp, { body: { ...body, url }, ...admin })
      expect(await failure(registered)).toMatchObject({ issues: [{ path: ['url'], message }] })
      const { app: frame } = await app.call(registerApp, { body, ...admin })
      const params = { app_id: frame.id }
      const changed = app.call(changeApp, { params, body: { picture: url }, ...admin })
      expect(await failure(changed)).toMatchObject({ issues: [{ path: ['picture'], message }] })
    },
  )

  test('an app cannot be registered with the scope user', async () => {
    const { app, admin } = await start(await open())
    expect(
      await failure(app.call(registerApp, { body: { ...body, scope: 'openid user' }, ...admin })),
    ).toMatchObject({ error: 'invalid_scope' })
  })

  test('disabling or removing an app ends the sessions of this app at once, and no others', async () => {
    const db = await open()
    const { app, sub, admin } = await start(db)
    const registered = await app.call(registerApp, { body, ...admin })
    const params = { app_id: registered.app.id }
    const openSession = (id: string) =>
      db.write((w) =>
        w
          .insertInto('sessions')
          .columns(['id', 'sub', 'client_id', 'scope', 'created_at', 'last_seen_at'])
          .values({
            id,
            sub,
            client_id: registered.app.id,
            scope: 'openid',
            created_at: app.clock.now(),
            last_seen_at: app.clock.now(),
          } as never)
          .execute(),
      )
    const live = async () =>
      (
        await db.read((r) =>
          r.selectFrom('sessions').select('client_id').where('ended_at', 'is', null).execute(),
        )
      ).map(({ client_id }) => client_id)

    await openSession('s1')
    const changed = await app.call(changeApp, {
      params,
      body: { is_enabled: false, description: null, name: 'Frame' },
      ...admin,
    })
    expect(changed).toMatchObject({ is_enabled: false, name: 'Frame', scope: body.scope })
    expect(await live()).toEqual(['awan-web'])

    await openSession('s2')
    await app.call(removeApp, { params, ...admin })
    expect(await live()).toEqual(['awan-web'])
    expect(await failure(app.call(getApp, { params, ...admin }))).toMatchObject({
      error: 'not_found',
    })
    // Of the app itself: what an administrator did stays recorded when their account is gone.
    await db.write((w) => w.deleteFrom('account_events').where('sub', '=', sub).execute())
    const left = await db.read((r) =>
      r
        .selectFrom('account_events')
        .select(['sub', 'type', 'envelope'])
        .where('type', 'like', 'app.%')
        .execute(),
    )
    expect(left.map(({ type }) => type).sort()).toEqual([
      'app.changed',
      'app.registered',
      'app.removed',
    ])
    for (const row of left) {
      expect([row.sub, JSON.parse(row.envelope).data.administrator]).toEqual([params.app_id, sub])
    }
  })
})

import {
  grantSudo,
  listProviderSettings,
  removeProviderSettings,
  saveProviderSettings,
} from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure, PASSWORD } from '../testing.ts'

onEachDatabase((open) => {
  test('an administrator adds, changes and removes a sign-in provider, and its secret is never shown', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const { access_token: accessToken } = await app.signUp('admin@example.org')
    const { sudo_token: sudoToken } = await app.call(grantSudo, {
      body: { password: PASSWORD },
      accessToken,
    })
    const admin = { accessToken, sudoToken }
    const params = { provider_id: 'github' }
    const body = {
      preset: 'github',
      client_id: 'Iv1.abc',
      client_secret: 's3cret-of-them',
    } as const
    expect(
      await failure(app.call(saveProviderSettings, { params, body, accessToken })),
    ).toMatchObject({ error: 'permission_denied' })

    const saved = await app.call(saveProviderSettings, { params, body, ...admin })
    expect(saved).toMatchObject({ id: 'github', has_secret: true, source: 'database' })
    // Left out, the secret stays.
    const { client_secret: _, ...rest } = body
    await app.call(saveProviderSettings, {
      params,
      body: { ...rest, is_enabled: false },
      ...admin,
    })
    const { providers } = await app.call(listProviderSettings, admin)
    expect(providers).toMatchObject([{ id: 'github', has_secret: true, is_enabled: false }])

    const rows = await db.read(async (r) => [
      await r.selectFrom('provider_settings').selectAll().execute(),
      await r.selectFrom('account_events').selectAll().execute(),
    ])
    expect(JSON.stringify([rows, saved, providers])).not.toContain('s3cret')

    await app.call(removeProviderSettings, { params, ...admin })
    expect(await app.call(listProviderSettings, admin)).toEqual({ providers: [] })
    expect(await failure(app.call(removeProviderSettings, { params, ...admin }))).toMatchObject({
      error: 'not_found',
    })
  })

  test('a change of the issuer is in the audit log, and in the history of everybody whose account it unbinds', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const { access_token: accessToken, sub } = await app.signUp('admin@example.org')
    const { sub: ana } = await app.signUp('ana@example.org')
    const { sudo_token: sudoToken } = await app.call(grantSudo, {
      body: { password: PASSWORD },
      accessToken,
    })
    const save = (issuer: string) =>
      app.call(saveProviderSettings, {
        params: { provider_id: 'work' },
        body: { preset: 'oidc', client_id: 'awan', client_secret: 's', issuer },
        accessToken,
        sudoToken,
      })
    await save('https://login.work.example')
    const link = { provider_id: 'work', provider_user_id: '7', sub: ana, name: null, created_at: 1 }
    await db.write((w) => w.insertInto('provider_links').values(link).execute())
    await save('https://other.example')
    const eventsOf = async (person: string) => {
      const rows = await db.read((r) =>
        r
          .selectFrom('account_events')
          .select(['type', 'envelope'])
          .where('sub', '=', person)
          .where('type', 'like', '%provider%')
          .execute(),
      )
      return rows.map(({ type, envelope }) => ({ type, data: JSON.parse(envelope).data }))
    }
    // Of the provider itself: it stays recorded when the account of the administrator is gone.
    expect(await eventsOf('provider:work')).toContainEqual({
      type: 'provider.changed',
      data: expect.objectContaining({
        administrator: sub,
        issuer: 'https://other.example',
        is_issuer_changed: true,
        unbound_count: 1,
      }),
    })
    expect(await eventsOf(ana)).toEqual([
      { type: 'account.provider_unbound', data: expect.objectContaining({ provider_id: 'work' }) },
    ])
  })
})

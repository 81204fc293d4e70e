import {
  type Credentials,
  createSignInToken,
  getMe,
  grantToken,
  inspectSignInToken,
  listSessions,
  revokeToken,
  signInWithToken,
} from '@awan/protocol/account'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { registerApp } from '../apps/testing.ts'
import { createTestAccount, failure } from '../testing.ts'

const DAY_MS = 24 * 3600 * 1000
const unauthenticated = { error: 'unauthenticated', code: 16 }

async function stage(db: Database) {
  const app = await createTestAccount(db)
  const shell = await app.signUp('rahma@example.org')
  const mint = async (for_client_id?: string) =>
    app.call(createSignInToken, {
      accessToken: shell.access_token,
      body: for_client_id === undefined ? {} : { for_client_id },
    })
  const use = (signin_token: string, clientId = 'awan-desktop') =>
    app.call(signInWithToken, { body: { signin_token }, caller: { clientId } })
  const look = (signin_token: string, clientId = 'awan-desktop') =>
    app.call(inspectSignInToken, { body: { signin_token }, caller: { clientId } })
  return { app, shell, mint, use, look }
}

onEachDatabase((open) => {
  test('[CAL-3] a sign-in token opens a separate session in another first-party app, once', async () => {
    const { app, shell, mint, use } = await stage(await open())
    const { signin_token, expires_in } = await mint()
    expect(expires_in).toBe(60)
    const page = await use(signin_token)
    expect((await app.call(getMe, { accessToken: page.access_token })).sub).toBe(shell.sub)
    expect(await failure(use(signin_token))).toMatchObject(unauthenticated)
    await app.call(revokeToken, { body: { token: page.access_token } })
    await app.account.guards.authenticate(shell.access_token)
  })

  test('a sign-in token expires after a minute or with its session, and other tokens do not work as one', async () => {
    const { app, shell, mint, use } = await stage(await open())
    const { signin_token } = await mint()
    expect(await failure(use(`${signin_token}x`))).toMatchObject(unauthenticated)
    expect(await failure(use(shell.access_token))).toMatchObject(unauthenticated)
    expect(await failure(use(shell.refresh_token))).toMatchObject(unauthenticated)
    app.clock.advance(60_000)
    expect(await failure(use(signin_token))).toMatchObject(unauthenticated)
    const fresh = await mint()
    await app.call(revokeToken, { body: { token: shell.access_token } })
    expect(await failure(use(fresh.signin_token))).toMatchObject(unauthenticated)
  })

  test('a session from a sign-in token is as old as the sign-in behind it: it counts as fresh no longer', async () => {
    const { app, mint, use } = await stage(await open())
    const { guards } = app.account
    const check = async ({ access_token }: Pick<Credentials, 'access_token'>) =>
      guards.checkSudo(await guards.authenticate(access_token), undefined, 'unless-fresh')
    await check(await use((await mint()).signin_token))
    app.clock.advance(15 * 60_000)
    const page = await use((await mint()).signin_token)
    expect(await failure(check(page))).toMatchObject({ error: 'permission_denied' })
    await check(await app.signIn('rahma@example.org'))
  })

  test('sessions that hand themselves on end together, 180 days after the sign-in behind them', async () => {
    const { app, use, ...begun } = await stage(await open())
    const refresh = (refresh_token: string, clientId = 'awan-desktop') =>
      app.call(grantToken, {
        body: { grant_type: 'refresh_token', refresh_token },
        caller: { clientId },
      })
    let shell: { access_token: string; refresh_token?: string | undefined } = begun.shell
    for (let day = 0; day < 175; day += 25) {
      app.clock.advance(25 * DAY_MS)
      shell = await refresh(shell.refresh_token ?? '', 'awan-web')
    }
    const { access_token: accessToken } = shell
    const { signin_token } = await app.call(createSignInToken, { accessToken, body: {} })
    const page = await use(signin_token)
    const { data } = await app.call(listSessions, { accessToken: page.access_token })
    expect(new Set(data.map(({ expires_at }) => expires_at)).size).toBe(1)
    app.clock.advance(4 * DAY_MS)
    const last = await refresh(page.refresh_token ?? '')
    app.clock.advance(DAY_MS)
    expect(await failure(refresh(last.refresh_token ?? ''))).toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('a sign-in token names its account, with the contact masked, and is not used up by that', async () => {
    const { app, shell, mint, use, look } = await stage(await open())
    const { name } = await app.call(getMe, { accessToken: shell.access_token })
    const { signin_token } = await mint()
    app.clock.advance(20_000)
    expect(await look(signin_token)).toEqual({
      name,
      contact: 'r***@example.org',
      expires_in: 40,
    })
    await look(signin_token)
    await use(signin_token)
  })

  test('a sign-in token that cannot be used names nobody: used, expired, altered, for another app, or of an ended session', async () => {
    const { app, shell, mint, use, look } = await stage(await open())
    const refused = async (token: string) =>
      expect(await failure(look(token))).toMatchObject(unauthenticated)
    const used = (await mint()).signin_token
    await use(used)
    await refused(used)
    await refused((await mint('awan-web')).signin_token)
    const old = (await mint()).signin_token
    await refused(`${old}x`)
    app.clock.advance(60_000)
    await refused(old)
    const orphan = (await mint()).signin_token
    await app.call(revokeToken, { body: { token: shell.access_token } })
    await refused(orphan)
  })

  test('a sign-in token works for first-party apps only, and for one of them if it names it', async () => {
    const db = await open()
    const notes = await registerApp(db)
    const { mint, use } = await stage(db)
    const unauthorized = { error: 'unauthorized_client', code: 4122 }
    expect(await failure(mint(notes.id))).toMatchObject(unauthorized)
    const { signin_token } = await mint('awan-desktop')
    expect(await failure(use(signin_token, notes.id))).toMatchObject(unauthorized)
    expect(await failure(use(signin_token, 'awan-web'))).toMatchObject(unauthenticated)
    await use(signin_token)
  })
})

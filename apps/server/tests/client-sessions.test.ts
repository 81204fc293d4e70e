import { type AwanClient, createAwanClient } from '@awan/client'
import { createMemoryRuntime } from '@awan/client/memory'
import { chooseMessage, loadMessages, type ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { onEachBackend } from './testing/backends.ts'
import { createPerson, createSignedUpPerson, PASSWORD } from './testing/person.ts'
import { startServer, type TestServer } from './testing/server.ts'

const TWO_HOURS_MS = 2 * 60 * 60 * 1000

/** A browser with several tabs, whose clock and the server's are moved together. */
function openBrowser(
  server: TestServer,
  options: { locks?: boolean; keepAccounts?: boolean } = {},
) {
  const paths: string[] = []
  const runtime = createMemoryRuntime({
    startMs: server.clock.now(),
    async fetch(url, init) {
      paths.push(new URL(url).pathname)
      const answer = await fetch(url, init)
      // HTTP is dated by the machine; here the server's own clock counts.
      const headers = new Headers(answer.headers)
      headers.set('date', new Date(server.clock.now()).toUTCString())
      return new Response(await answer.arrayBuffer(), { status: answer.status, headers })
    },
  })
  return {
    openTab(): AwanClient {
      const tab = runtime.openTab()
      return createAwanClient({
        clientId: 'awan-web',
        origins: [server.url],
        runtime: options.locks === false ? { ...tab, lock: (_name, task) => task() } : tab,
        keepAccounts: options.keepAccounts ?? false,
        locale: 'en',
      })
    },
    pass(ms: number) {
      server.clock.advance(ms)
      runtime.advance(ms)
    },
    countOf: (path: string) => paths.filter((one) => one === path).length,
  }
}

async function openTabs(server: TestServer, count: number, options: { locks?: boolean } = {}) {
  const { email } = await createSignedUpPerson(server.url)
  const browser = openBrowser(server, options)
  const tabs = Array.from({ length: count }, browser.openTab)
  await tabs[0]?.signIn.withPassword({ username: email, password: PASSWORD })
  return { ...browser, tabs, email }
}

const failure = (call: Promise<unknown>): Promise<ServiceError> =>
  call.then(
    () => Promise.reject(new Error('it was expected to fail')),
    (error) => error,
  )

onEachBackend((prepare) => {
  test('five tabs with an expired token refresh it once and all stay signed in', async () => {
    await using server = await startServer(await prepare())
    const { tabs, pass, countOf } = await openTabs(server, 5)
    pass(TWO_HOURS_MS)
    const people = await Promise.all(tabs.map((tab) => tab.user.me()))
    expect(new Set(people.map(({ sub }) => sub)).size).toBe(1)
    expect(countOf('/v1/auth/token')).toBe(1)
  })

  test('five tabs without a shared lock refresh concurrently and all stay signed in', async () => {
    await using server = await startServer(await prepare())
    const { tabs, pass, countOf } = await openTabs(server, 5, { locks: false })
    for (const _day of [1, 2, 3]) {
      pass(TWO_HOURS_MS)
      await Promise.all(tabs.map((tab) => tab.user.me()))
      for (const tab of tabs) expect(tab.session.state().status).toBe('signed-in')
    }
    expect(countOf('/v1/auth/token')).toBeGreaterThan(3)
  })

  test('reuse of a stolen refresh token ends the session in every tab', async () => {
    await using server = await startServer(await prepare())
    const { tabs, pass } = await openTabs(server, 2)
    const [tab, other] = tabs as [AwanClient, AwanClient]
    const stored = tab.runtime.storage.get('credentials_awan-web') ?? ''
    pass(TWO_HOURS_MS)
    await tab.user.me()
    pass(60_000)
    const theft = await fetch(`${server.url}/v1/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'refresh_token',
        refresh_token: JSON.parse(stored).refresh_token,
        client_id: 'awan-web',
      }),
    })
    expect(theft.status).toBe(400)
    expect((await failure(tab.user.me())).error).toBe('unauthenticated')
    expect(other.session.state()).toEqual({ status: 'signed-out' })
  })

  test('a new password ends the sessions of the other devices', async () => {
    await using server = await startServer(await prepare())
    const { tabs, email } = await openTabs(server, 1)
    const phone = createPerson(server.url, email).client
    await phone.signIn.withPassword({ username: email, password: PASSWORD })
    const { sudo_token } = await phone.user.sudo({ password: PASSWORD })
    await phone.password.set({ new_password: 'a better battery staple', sudo_token })
    const [tab] = tabs as [AwanClient]
    expect((await failure(tab.user.me())).error).toBe('unauthenticated')
    expect(tab.session.state()).toEqual({ status: 'signed-out' })
    expect((await phone.user.me()).sub).toBeTruthy()
  })

  test('two people use one browser, each with their own session', async () => {
    await using server = await startServer(await prepare())
    const [ana, ben] = [
      await createSignedUpPerson(server.url),
      await createSignedUpPerson(server.url),
    ]
    const { openTab, pass, countOf } = openBrowser(server, { keepAccounts: true })
    const [tab, other] = [openTab(), openTab()]
    const { sub } = await tab.signIn.withPassword({ username: ana.email, password: PASSWORD })
    await tab.signIn.withPassword({ username: ben.email, password: PASSWORD })
    expect(other.accounts.list()).toHaveLength(2)
    const bens = await other.user.me()
    pass(TWO_HOURS_MS)
    other.accounts.switchTo(sub)
    expect(await tab.user.me()).toMatchObject({ sub })
    expect(countOf('/v1/auth/token')).toBe(1)
    await tab.signOut()
    other.accounts.switchTo(bens.sub)
    expect(await tab.user.me()).toMatchObject({ sub: bens.sub })
  })

  test('the client solves a captcha that the server requires after failed sign-ins', async () => {
    await using server = await startServer(await prepare())
    const { tabs, email, countOf } = await openTabs(server, 1)
    const [tab] = tabs as [AwanClient]
    for (let i = 0; i < 4; i++) {
      const { error } = await failure(
        tab.signIn.withPassword({ username: email, password: `wrong ${i}` }),
      )
      expect(error).toBe('invalid_account_or_password')
    }
    expect(countOf('/v1/shield/captcha/init')).toBeGreaterThan(0)
    await tab.signIn.withPassword({ username: email, password: PASSWORD })
    expect(tab.session.state().status).toBe('signed-in')
  })

  test('a rate-limit error says when to retry and has a message in the language of the person', async () => {
    await using server = await startServer(await prepare())
    const { client, email } = createPerson(server.url)
    client.setLocale('ko')
    const send = () => client.verification.send({ email, target: 'ANY', usage: 'REGISTER' })
    await send()
    const refusal = await failure(send())
    expect(refusal.error).toBe('resource_exhausted')
    expect(refusal.retryAfterMs).toBeGreaterThan(0)
    expect(refusal.retryAfterMs).toBeLessThanOrEqual(60_000)
    expect(chooseMessage(refusal, await loadMessages('ko'))).toMatch(/[가-힣]/)
    expect(server.log()).toContain(refusal.requestId)
  })
})

import { signUpSomeone } from '../account.ts'
import type { LoadRequest } from '../load.ts'
import { startServer } from '../server.ts'
import { type AccountServer, PEOPLE, SESSIONS } from './account-server.ts'
import { startDurablePostgres } from './postgres.ts'

/** Ours, on SQLite or on a PostgreSQL that waits for its disk. */
export async function startAwan(database: 'SQLite' | 'PostgreSQL'): Promise<AccountServer> {
  await using started = new AsyncDisposableStack()
  const settings: Record<string, string> = {}
  if (database === 'PostgreSQL') {
    const postgres = started.use(await startDurablePostgres())
    settings.AWAN_DATABASE_URL = postgres.url
  }
  const { url } = started.use(await startServer(undefined, settings))

  // Each is a person on a device of their own: one account or one device that signs in several
  // times at once is asked for a captcha.
  const people: Awaited<ReturnType<typeof signUpSomeone>>[] = []
  for (let i = 0; i < PEOPLE; i++) people.push(await signUpSomeone(url))
  const personOf = (connection: number) => people[connection % PEOPLE]

  const signIn = (connection: number): LoadRequest => ({
    method: 'POST',
    path: '/v1/auth/signin',
    headers: { ...JSON_HEADERS, 'x-device-id': deviceOf(connection) },
    body: JSON.stringify({
      email: personOf(connection)?.email,
      password: personOf(connection)?.password,
    }),
  })

  const refreshTokens: string[] = []
  for (let i = 0; i < SESSIONS; i++) {
    const { path, ...request } = signIn(i)
    const answer = await fetch(url + path, request)
    if (!answer.ok) throw new Error(`a sign-in was answered ${answer.status}`)
    refreshTokens.push(((await answer.json()) as { refresh_token: string }).refresh_token)
  }

  const owned = started.move()
  return {
    name: `awan, ${database}`,
    url,
    signIn,
    readSession: (connection) => ({
      method: 'GET',
      path: '/v1/user/me',
      headers: { authorization: `Bearer ${personOf(connection)?.accessToken}` },
    }),
    refreshTokens,
    refresh: (refreshToken) => ({
      method: 'POST',
      path: '/v1/auth/token',
      headers: JSON_HEADERS,
      body: JSON.stringify({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const JSON_HEADERS = { 'content-type': 'application/json', 'x-client-id': 'awan-cli' }

function deviceOf(connection: number): string {
  return (connection % PEOPLE).toString(16).padStart(32, '0')
}

import { rm } from 'node:fs/promises'
import { signUpSomeone } from '../account.ts'
import type { LoadRequest } from '../load.ts'
import { createDataDir, PRODUCTION, startServer } from '../server.ts'
import { type AccountServer, PEOPLE, SESSIONS } from './account-server.ts'
import { startDurablePostgres } from './postgres.ts'

/** Ours, on SQLite or on a PostgreSQL that waits for its disk; as in production, like the others. */
export async function startAwan(database: 'SQLite' | 'PostgreSQL'): Promise<AccountServer> {
  await using started = new AsyncDisposableStack()
  const folder = await createDataDir()
  started.defer(() => rm(folder, { recursive: true, force: true }))
  const settings: Record<string, string> = {}
  if (database === 'PostgreSQL') {
    const postgres = started.use(await startDurablePostgres())
    settings.AWAN_DATABASE_URL = postgres.url
  }
  const people = await signUpPeople(folder, settings)
  const personOf = (connection: number) => people[connection % PEOPLE]
  const { url } = started.use(await startServer(folder, { ...settings, ...PRODUCTION }))

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
  const accessTokens: string[] = []
  for (let i = 0; i < SESSIONS; i++) {
    const { path, ...request } = signIn(i)
    const answer = await fetch(url + path, request)
    if (!answer.ok) throw new Error(`a sign-in was answered ${answer.status}`)
    const tokens = (await answer.json()) as { refresh_token: string; access_token: string }
    refreshTokens.push(tokens.refresh_token)
    accessTokens.push(tokens.access_token)
  }

  const owned = started.move()
  return {
    name: `awan, ${database}`,
    url,
    signIn,
    readSession: (connection) => ({
      method: 'GET',
      path: '/v1/user/me',
      headers: { authorization: `Bearer ${accessTokens[connection % SESSIONS]}` },
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

/**
 * Each is a person on a device of their own: one account or one device that signs in several times at
 * once is asked for a captcha. Only a server in development shows the codes of their mails.
 */
async function signUpPeople(folder: string, settings: Record<string, string>): Promise<Person[]> {
  await using server = await startServer(folder, settings)
  const people: Person[] = []
  for (let i = 0; i < PEOPLE; i++) people.push(await signUpSomeone(server.url))
  return people
}

type Person = Pick<Awaited<ReturnType<typeof signUpSomeone>>, 'email' | 'password'>

const JSON_HEADERS = { 'content-type': 'application/json', 'x-client-id': 'awan-cli' }

function deviceOf(connection: number): string {
  return (connection % PEOPLE).toString(16).padStart(32, '0')
}

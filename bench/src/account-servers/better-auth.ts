import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadRequest } from '../load.ts'
import { createDataDir } from '../server.ts'
import { type AccountServer, PEOPLE } from './account-server.ts'
import { startPeer } from './peer-process.ts'

const PASSWORD = 'a long enough passphrase 77'

/** better-auth on SQLite; it keeps sessions in its database and looks each up, as we do. */
export async function startBetterAuth(version: string): Promise<AccountServer> {
  await using started = new AsyncDisposableStack()
  const folder = await createDataDir()
  started.defer(() => rm(folder, { recursive: true, force: true }))
  const { firstLine: url } = started.use(
    await startPeer('better-auth-server.js', join(folder, 'auth.sqlite')),
  )
  const cookies: string[] = []
  for (let i = 0; i < PEOPLE; i++) {
    const answer = await fetch(`${url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: JSON_HEADERS,
      body: JSON.stringify({ email: emailOf(i), password: PASSWORD, name: `Person ${i}` }),
    })
    if (!answer.ok) throw new Error(`a sign-up at better-auth was answered ${answer.status}`)
    cookies.push(answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '')
  }
  const owned = started.move()
  return {
    name: `better-auth ${version}`,
    url,
    signIn: (connection): LoadRequest => ({
      method: 'POST',
      path: '/api/auth/sign-in/email',
      headers: JSON_HEADERS,
      body: JSON.stringify({ email: emailOf(connection), password: PASSWORD }),
    }),
    readSession: (connection) => ({
      method: 'GET',
      path: '/api/auth/get-session',
      headers: { cookie: cookies[connection % PEOPLE] ?? '' },
    }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

// It takes no sign-in that a page of another origin could have sent.
const JSON_HEADERS = { 'content-type': 'application/json', origin: 'http://127.0.0.1' }

function emailOf(connection: number): string {
  return `person-${connection % PEOPLE}@example.org`
}

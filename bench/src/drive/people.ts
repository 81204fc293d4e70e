import { type AwanClient, createAwanClient } from '@awan/client'
import { createNodeRuntime } from '@awan/client/node'
import { signUpSomeone } from '../account.ts'
import { type OwnServer, PRODUCTION, startServer } from '../server.ts'

export interface Person {
  sub: string
  email: string
  password: string
}

/**
 * Puts people with a drive each into a data folder. Only a server in development shows the codes of their
 * mails, and what is measured runs in production: that is why they are made ahead.
 */
export async function makePeople(
  dataDir: string,
  count: number,
  settings: Record<string, string> = {},
): Promise<Person[]> {
  await using server = await startServer(dataDir, settings)
  const people: Person[] = []
  for (let i = 0; i < count; i++) {
    const { client, email, password, accessToken } = await signUpSomeone(server.url)
    const answer = await fetch(`${server.url}/drive/v1/about`, { headers: bearer(accessToken) })
    if (!answer.ok) throw new Error(`a new drive was answered ${answer.status}`)
    const { sub } = await client.user.me()
    client.dispose()
    people.push({ sub, email, password })
  }
  return people
}

export interface SignedIn extends Disposable {
  client: AwanClient
  headers: { authorization: string }
}

export async function signIn(url: string, { email, password }: Person): Promise<SignedIn> {
  const client = createAwanClient({
    clientId: 'awan-cli',
    origins: [url],
    runtime: createNodeRuntime(),
    locale: 'en',
  })
  const { access_token } = await client.signIn.withPassword({ username: email, password })
  return { client, headers: bearer(access_token), [Symbol.dispose]: () => client.dispose() }
}

export function startInProduction(
  dataDir: string,
  settings: Record<string, string> = {},
  log?: number,
): Promise<OwnServer> {
  return startServer(dataDir, { ...settings, ...PRODUCTION }, log)
}

function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}

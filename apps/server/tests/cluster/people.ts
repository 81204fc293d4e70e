import { randomInt } from 'node:crypto'
import { createAwanClient } from '@awan/client'
import { createDriveClient } from '@awan/client/drive'
import { createNodeRuntime } from '@awan/client/node'
import { isServiceError } from '@awan/protocol/errors'
import { makeAppPassword } from '../testing/app-password.ts'
import type { Backend } from '../testing/backends.ts'
import { createSignedUpPerson, PASSWORD, type Person } from '../testing/person.ts'
import { startServer } from '../testing/server.ts'
import { PUBLIC_URL } from './cluster.ts'
import type { Ending } from './history.ts'

/** Somebody with an account, and what their programs sign in with. */
export interface Account {
  email: string
  sub: string
  app: { login: string; password: string }
}

export async function createAccounts(backend: Backend, count: number): Promise<Account[]> {
  await using server = await startServer(backend, { publicUrl: PUBLIC_URL })
  const accounts: Account[] = []
  for (let i = 0; i < count; i++) {
    const person = await createSignedUpPerson(server.url)
    const { sub } = await person.client.user.me()
    const { login_name: login, password } = await makeAppPassword(person)
    accounts.push({ email: person.email, sub, app: { login, password } })
  }
  return accounts
}

/** Our own client on a device of its own, with an address of its own. */
export function openDevice(url: string, { email }: Account): Person {
  const runtime = createNodeRuntime()
  const address = `198.18.${randomInt(256)}.${randomInt(256)}`
  const client = createAwanClient({
    clientId: 'awan-cli',
    origins: [url],
    locale: 'en',
    runtime: {
      ...runtime,
      fetch: (to, init) => {
        const headers = new Headers(init?.headers)
        headers.set('x-forwarded-for', address)
        return runtime.fetch(to, { ...init, headers })
      },
    },
  })
  return { email, client, drive: createDriveClient(client) }
}

export async function openSignedInDevice(url: string, account: Account): Promise<Person> {
  const device = openDevice(url, account)
  await insist(() =>
    device.client.signIn.withPassword({ username: account.email, password: PASSWORD }),
  )
  return device
}

/**
 * Errors of a server, or of the way to it, that leave open whether the call was done. `aborted` is among them: blocks that a process was
 * sent before it died are its own until their claim expires, and our client does not wait that long.
 */
const UNKNOWN = ['unreachable', 'unavailable', 'deadline_exceeded', 'internal', 'aborted'] as const

export function endingOf(error: unknown): Exclude<Ending, 'yes'> {
  if (!isServiceError(error)) throw error
  return isServiceError(error, ...UNKNOWN) ? 'unknown' : 'no'
}

/** For what changes nothing, and must succeed in the end. */
export async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (endingOf(error) !== 'unknown') throw error
    }
  }
}

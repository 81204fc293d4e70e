import BetterSqlite3 from 'better-sqlite3'
import pg from 'pg'
import { listenOnLoopback } from '../../../src/account/providers/testing/loopback.ts'
import { Secret } from '../../../src/kernel/secret.ts'
import type { Backend } from '../../testing/backends.ts'
import type { Causes } from './cause.ts'
import { send } from './stage.ts'

/** What is answered when something that the server stands on is gone or broken. */
export const outageCauses = {
  unavailable: async ({ open }) => {
    const url = (await closedAddress()).replace('http:', 'smtp:')
    const { server } = await open({
      mail: { kind: 'smtp', url: new Secret(url), from: 'Awan <awan@drive.example>' },
    })
    const body = { email: 'ana@example.org', usage: 'REGISTER' }
    return send(server.url, 'POST /v1/auth/verification', { body })
  },
  provider_error: async ({ open }) => {
    const home = {
      id: 'home',
      preset: 'oidc',
      name: 'Home',
      clientId: 'awan',
      clientSecret: new Secret('secret'),
      issuer: await closedAddress(),
      teamId: undefined,
      keyId: undefined,
    } as const
    const { server } = await open({ providers: [home] })
    const asked = { provider_id: 'home', redirect_uri: 'http://localhost/back', state: 's' }
    return send(server.url, `GET /v1/auth/provider/uri?${new URLSearchParams(asked)}`)
  },
  internal: async ({ open }) => {
    const { server, backend } = await open()
    await breakDatabase(backend)
    const body = { email: 'ana@example.org', password: 'seven wet umbrellas' }
    return send(server.url, 'POST /v1/auth/signin', { body })
  },
  server_error: async ({ open }) => {
    const { server, backend } = await open()
    await breakDatabase(backend)
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: 'some',
      client_id: 'awan-web',
    })
    return send(server.url, 'POST /oauth2/token', { body })
  },
} satisfies Causes

async function closedAddress(): Promise<string> {
  await using gone = await listenOnLoopback()
  return gone.url
}

/** An operator's hand slips: tables that every sign-in and refresh needs get other names. */
async function breakDatabase({ database }: Backend): Promise<void> {
  const statements = ['users', 'refresh_tokens'].map(
    (name) => `alter table ${name} rename to ${name}_`,
  )
  if (database.kind === 'sqlite') {
    using connection = toDisposable(new BetterSqlite3(database.path))
    for (const statement of statements) connection.value.exec(statement)
    return
  }
  const client = new pg.Client({ connectionString: database.url.reveal() })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

function toDisposable(value: BetterSqlite3.Database) {
  return { value, [Symbol.dispose]: () => void value.close() }
}

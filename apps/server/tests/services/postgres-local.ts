import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import pg from 'pg'

/** A server on this machine that lets us in without a password and lets us make databases. */
export async function findLocalPostgres(): Promise<string | undefined> {
  const users = new Set([userInfo().username, 'postgres'])
  for (const place of PLACES) {
    if (place.socket !== undefined && !existsSync(`${place.socket}/.s.PGSQL.5432`)) continue
    for (const user of users) {
      const url = place.url(encodeURIComponent(user))
      if (await suits(url)) return url
    }
  }
  return undefined
}

interface Place {
  socket?: string
  url(user: string): string
}

const PLACES: Place[] = [
  ...['/var/run/postgresql', '/tmp'].map((socket) => ({
    socket,
    url: (user: string) =>
      `postgresql://${user}@localhost/postgres?host=${encodeURIComponent(socket)}`,
  })),
  { url: (user) => `postgresql://${user}@127.0.0.1:5432/postgres` },
]

/** From version 13 on a database can be dropped with its connections. */
async function suits(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ suits: boolean }>(
      `select (rolcreatedb or rolsuper)
          and current_setting('server_version_num')::int >= 130000
          and current_setting('server_encoding') = 'UTF8' as suits
         from pg_roles where rolname = current_user`,
    )
    return rows[0]?.suits === true
  } catch {
    // Whatever keeps us out, this is not a server for us.
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

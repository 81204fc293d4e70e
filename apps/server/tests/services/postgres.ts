import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres-embedded.ts'
import { findLocalPostgres } from './postgres-local.ts'

/**
 * Gives the tests a real PostgreSQL, for the whole run, in the environment variable
 * AWAN_TEST_DATABASE_URL: the one that it names beforehand, else a server on this machine that lets
 * us in without a password, else one of our own in a temporary folder. Of a server that is not ours
 * nothing is touched but databases that this run creates, named after AWAN_TEST_DATABASE_PREFIX.
 */
export async function setup(): Promise<void> {
  const given = process.env[URL_VARIABLE]
  wasGiven = given !== undefined
  process.env[PREFIX_VARIABLE] = `awan_test_${randomBytes(4).toString('hex')}_`
  const url = given ?? (await findLocalPostgres())
  if (url !== undefined) {
    say(`using the server at ${new URL(url).host || 'a local socket'}`)
    process.env[URL_VARIABLE] = url
    return
  }
  const startedAt = performance.now()
  embedded = await startEmbeddedPostgres()
  process.env[URL_VARIABLE] = embedded.url
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  say(`started one of our own on port ${new URL(embedded.url).port} in ${seconds} s`)
}

export async function teardown(): Promise<void> {
  const url = process.env[URL_VARIABLE]
  const prefix = process.env[PREFIX_VARIABLE]
  if (!wasGiven) delete process.env[URL_VARIABLE]
  delete process.env[PREFIX_VARIABLE]
  if (embedded !== undefined) await embedded.stop()
  else if (url !== undefined && prefix !== undefined) await dropDatabases(url, prefix)
  embedded = undefined
}

const URL_VARIABLE = 'AWAN_TEST_DATABASE_URL'
const PREFIX_VARIABLE = 'AWAN_TEST_DATABASE_PREFIX'

let embedded: EmbeddedPostgres | undefined
let wasGiven = false

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of rows) {
      await client.query(`drop database if exists ${client.escapeIdentifier(datname)} with (force)`)
    }
  } finally {
    await client.end()
  }
}

function say(line: string): void {
  process.stderr.write(`[test PostgreSQL] ${line}\n`)
}

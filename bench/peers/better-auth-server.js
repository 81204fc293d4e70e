import { createServer } from 'node:http'
import { hash, verify } from '@node-rs/argon2'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import Database from 'better-sqlite3'

// better-auth with our database, as safe as ours against a power cut, and with our password hash.
const [path = ''] = process.argv.slice(2)
const database = new Database(path)
database.pragma('journal_mode = WAL')
database.pragma('synchronous = FULL')

const options = {
  database,
  baseURL: 'http://127.0.0.1',
  secret: 'a secret that is long enough for a measurement',
  logger: { disabled: true },
  telemetry: { enabled: false },
  rateLimit: { enabled: false },
  emailAndPassword: {
    enabled: true,
    password: {
      hash: (password) => hash(password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }),
      verify: ({ hash: stored, password }) => verify(stored, password),
    },
  },
}
await (await getMigrations(options)).runMigrations()
const server = createServer(toNodeHandler(betterAuth(options)))
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.once('SIGTERM', () => process.exit())

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import packageJson from '../package.json' with { type: 'json' }
import { createAccount } from './account/index.ts'
import { openBlobStore } from './blobs/open-blob-store.ts'
import type { Config } from './config/config.ts'
import { openSecretFiles } from './config/secret-files.ts'
import { loadSecrets } from './config/secrets.ts'
import type { Database } from './db/database.ts'
import { openDatabase } from './db/open-database.ts'
import { createSecretKeeper } from './db/secret-keeper.ts'
import { createDrive } from './drive/index.ts'
import { addDevOutbox } from './http/dev-outbox.ts'
import { createHttpServer } from './http/server.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { Housekeeping } from './kernel/housekeeping.ts'
import { type Random, systemRandom } from './kernel/id.ts'
import { createLog, type Log } from './kernel/log.ts'
import type { SecretKeeper } from './kernel/secret-keeper.ts'
import type { Notifier } from './notify/notifier.ts'
import { createOutbox } from './notify/outbox.ts'
import { createSmtpNotifier } from './notify/smtp.ts'

/** What tests replace: time, chance, the way out, and where the log goes. */
export interface Overrides {
  clock?: Clock
  random?: Random
  notifier?: Notifier
  log?: Log
  /** Prints for the person at the terminal. */
  print?: (line: string) => void
  webDist?: string
}

/** The whole server, joined and not yet listening. Disposing closes everything in reverse. */
export interface Context extends AsyncDisposable {
  http: FastifyInstance
  log: Log
  /** Whether nobody has an account yet: the first one becomes the administrator. */
  isFirstRun(): Promise<boolean>
  /** Starts the recurring chores. */
  startHousekeeping(): void
}

const WEB_DIST = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** The only place that builds the parts and joins them. */
export async function createContext(config: Config, overrides: Overrides = {}): Promise<Context> {
  const { clock = systemClock, random = systemRandom } = overrides
  const log = overrides.log ?? createLog(config.logLevel)
  await using opening = new AsyncDisposableStack()

  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const db = opening.use(
    await openDatabase(config.database, {
      onProblem: (err) => log.error({ err }, 'the database had a problem'),
    }),
  )
  const blobs = opening.use(await openBlobStore(config.blobs))
  const secrets = await loadSecrets(await openKeeper(config, db, { clock, log }), random)

  const outbox = createOutbox({ print: overrides.print ?? (() => undefined), clock })
  const notifier =
    overrides.notifier ??
    (config.mail.kind === 'smtp'
      ? createSmtpNotifier({ url: config.mail.url.reveal(), from: config.mail.from })
      : outbox)
  opening.use(notifier)

  const account = opening.use(
    createAccount({
      db,
      clock,
      random,
      secrets,
      notifier,
      log,
      publicUrl: config.publicUrl,
      accessTokenTtlMs: config.accessTokenTtlMs,
      refreshTokenTtlMs: config.refreshTokenTtlMs,
    }),
  )
  const drive = createDrive({
    db,
    blobs,
    clock,
    random,
    linkKey: secrets.linkKey,
    defaultQuotaBytes: config.defaultQuotaBytes,
    uploadTtlMs: config.uploadTtlMs,
  })

  const housekeeping = opening.use(new Housekeeping(log))
  const http = createHttpServer({
    routes: [...account.routes, ...drive.routes],
    guards: account.guards,
    log,
    parts: [
      { name: 'database', check: () => db.check() },
      { name: 'blobs', check: () => blobs.check() },
    ],
    env: config.env,
    publicUrl: config.publicUrl,
    version: packageJson.version,
    trustedProxies: config.trustedProxies,
    allowedOrigins: config.allowedOrigins,
    metricsToken: config.metricsToken?.reveal(),
    webDist: overrides.webDist ?? WEB_DIST,
  })
  if (config.env === 'development') addDevOutbox(http, outbox)
  opening.defer(() => http.close())

  const opened = opening.move()
  return {
    http,
    log,
    isFirstRun: () => account.isFirstRun(),
    startHousekeeping: () => housekeeping.start([...account.housekeeping, ...drive.housekeeping]),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** With PostgreSQL several processes share their keys; alone they lie in the data folder. */
async function openKeeper(
  config: Config,
  db: Database,
  { clock, log }: { clock: Clock; log: Log },
): Promise<SecretKeeper> {
  if (config.database.kind === 'sqlite') {
    return openSecretFiles(join(config.dataDir, 'secrets'), (message) => log.warn(message))
  }
  return createSecretKeeper(db, clock)
}

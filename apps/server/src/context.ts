import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import packageJson from '../package.json' with { type: 'json' }
import {
  type Account,
  createAccount,
  createInboxMails,
  createInvitations,
  createPeopleDirectory,
  createSetupCode,
  createVisitorCodes,
} from './account/index.ts'
import {
  gateHashing,
  owaspHashing,
  type PasswordHashing,
} from './account/passwords/password-hashing.ts'
import { loadSigningKeys } from './account/tokens/signing-keys.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { openBlobStore } from './blobs/open-blob-store.ts'
import type { Config } from './config/config.ts'
import { openSecretFiles } from './config/secret-files.ts'
import { loadSecrets } from './config/secrets.ts'
import type { Database, TimeLimits } from './db/database.ts'
import { DatabaseClock } from './db/database-clock.ts'
import { openDatabase } from './db/open-database.ts'
import { createSecretKeeper } from './db/secret-keeper.ts'
import { createUpkeep, type Upkeep } from './db/upkeep.ts'
import { createDrive, type Drive } from './drive/index.ts'
import { addDevOutbox } from './http/dev-outbox.ts'
import type { Guards } from './http/guards.ts'
import { healthRoutes } from './http/health.routes.ts'
import { type ConnectionLimits, createHttpServer } from './http/server.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { type Chore, Housekeeping } from './kernel/housekeeping.ts'
import { type Random, systemRandom } from './kernel/id.ts'
import { createLog, type Log } from './kernel/log.ts'
import {
  createOutgoingRequests,
  type OutgoingRequests,
} from './kernel/outgoing/outgoing-requests.ts'
import type { SecretKeeper } from './kernel/secret-keeper.ts'
import type { StallWatch } from './kernel/stall-watch.ts'
import { joinNotifiers } from './notify/join-notifiers.ts'
import type { Notifier } from './notify/notifier.ts'
import { createOutbox } from './notify/outbox.ts'
import { openSmsNotifier } from './notify/sms/open-sms-notifier.ts'
import { createSmtpNotifier } from './notify/smtp.ts'

/** What tests replace: time, chance, what a hash costs, the way out, and where the log goes. */
export interface Overrides {
  clock?: Clock
  random?: Random
  passwordHashing?: PasswordHashing
  notifier?: Notifier
  log?: Log
  /** Prints for the person at the terminal. */
  print?: (line: string) => void
  webDist?: string
  /** How long a call may wait for changes. */
  maxWaitMs?: number
  /** For work that is not a call of somebody who waits. */
  timeLimits?: Partial<TimeLimits>
  connectionLimits?: ConnectionLimits
  /** A process of many tests does not run for a while now and then, and means nothing by it. */
  stalls?: StallWatch
}

/** The whole server, joined and not yet listening. Disposing closes everything in reverse. */
export interface Context extends AsyncDisposable {
  http: FastifyInstance
  log: Log
  /** Whether nobody has an account yet: the first one becomes the administrator. */
  isFirstRun(): Promise<boolean>
  /** What it needs unless it is made on this machine; for the terminal alone. */
  setupCode(): Promise<string>
  /** What the `awan` command works on. */
  parts: {
    db: Database
    blobs: BlobStore
    keeper: SecretKeeper
    clock: Clock
    drive: Drive
    account: Account
    upkeep: Upkeep
  }
  /** The chores, for commands that run them by hand. */
  chores: readonly Chore[]
  /** Starts the recurring chores. */
  startHousekeeping(): void
}

const WEB_DIST = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** The only place that builds the parts and joins them. */
export async function createContext(config: Config, overrides: Overrides = {}): Promise<Context> {
  const { random = systemRandom } = overrides
  const log = overrides.log ?? createLog(config.logLevel)
  await using opening = new AsyncDisposableStack()

  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const db = opening.use(
    await openDatabase(config.database, {
      onProblem: (err) => log.error({ err }, 'the database had a problem'),
      ...(overrides.timeLimits && { timeLimits: overrides.timeLimits }),
    }),
  )
  const clock = overrides.clock ?? (await openClock(db, log, opening))
  const blobs = opening.use(await openBlobStore(config.blobs))
  const keeper = await openKeeper(config, db, { clock, log })
  const secrets = await loadSecrets(keeper, random)
  const signingKeys = await loadSigningKeys({
    keeper,
    clock,
    rotateAfterMs: config.signingKeyTtlMs,
  })

  const requests = createOutgoingRequests({ clock, reach: config.reach })
  const outbox = createOutbox({ print: overrides.print ?? (() => undefined), clock })
  const notifier = overrides.notifier ?? openNotifier(config, outbox, { clock, random, requests })
  opening.use(notifier)

  const mailing = {
    db,
    clock,
    random,
    codeKey: secrets.codeKey,
    notifier,
    publicUrl: config.publicUrl,
    log,
  }
  const invitations = opening.use(createInvitations(mailing))
  const inboxMails = opening.use(createInboxMails(mailing))
  const { refreshTokenTtlMs } = config
  const people = createPeopleDirectory({ clock, random, refreshTokenTtlMs })
  const visitorCodes = createVisitorCodes({ ...mailing, sessions: people })
  // Passwords of accounts and of links wait in one queue.
  const passwordHashing = gateHashing(overrides.passwordHashing ?? owaspHashing)
  const drive = opening.use(
    createDrive({
      db,
      blobs,
      clock,
      random,
      people,
      invitations,
      inboxMails,
      visitorCodes,
      hasDirectory: config.hasDirectory,
      teamDriveMakers: config.teamDriveMakers,
      teamDrivesEach: config.teamDrivesEach,
      linkKey: secrets.linkKey,
      passwordHashing,
      defaultQuotaBytes: config.defaultQuotaBytes,
      maxNodes: config.maxFiles,
      instantUpload: config.instantUpload,
      callsPerMinute: config.driveCallsPerMinute,
      uploadTtlMs: config.uploadTtlMs,
      fetching: config.fetching && {
        ...config.fetching,
        requests: createOutgoingRequests({ clock, reach: config.fetching.reach }),
      },
      trashTtlMs: config.trashTtlMs,
      publicUrl: config.publicUrl,
      maxWaitMs: overrides.maxWaitMs,
      onProblem: (err) => log.error({ err }, 'the drive had a problem in the background'),
    }),
  )

  const setupCode = createSetupCode({ keeper, random })
  const account = opening.use(
    createAccount({
      db,
      clock,
      random,
      secrets,
      signingKeys,
      notifier,
      log,
      publicUrl: config.publicUrl,
      allowedOrigins: config.allowedOrigins,
      providers: config.providers,
      env: config.env,
      codesPerHour: config.codesPerHour,
      requests,
      breachedPasswordsUrl: config.breachedPasswordsUrl,
      passwordHashing,
      accessTokenTtlMs: config.accessTokenTtlMs,
      refreshTokenTtlMs: config.refreshTokenTtlMs,
      deletionGraceMs: config.deletionGraceMs,
      allowsAnonymous: config.allowsAnonymous,
      validatesPhones: config.validatesPhones,
      signUp: config.signUp,
      setupCode,
      firstAdmin: config.firstAdmin,
      requiresTwoFactor: config.requiresTwoFactor,
      settings: config.settings,
      accountFiles: [drive.accountFiles],
      risks: drive.risks,
    }),
  )
  const housekeeping = opening.use(new Housekeeping(log))
  const upkeep = createUpkeep(db, clock)
  const health = healthRoutes({
    upkeep: () => upkeep.latest(),
    parts: [
      { name: 'database', kind: config.database.kind, check: () => db.check() },
      { name: 'blobs', kind: config.blobs.kind, check: () => blobs.check() },
      { name: 'mail', kind: config.mail.kind, check: async () => notifier.check?.() },
    ],
    version: packageJson.version,
    startedAt: clock.now(),
    dataDir: config.dataDir,
  })
  const guards: Guards = {
    ...account.guards,
    admitVisitor: drive.admitVisitor,
    signInByPassword: account.appPasswords.authenticate,
    revokePassword: account.appPasswords.revoke,
    isPasswordValid: account.appPasswords.isValid,
    findValidPasswords: account.appPasswords.findValid,
  }
  const http = createHttpServer({
    routes: [...account.routes, ...drive.routes, ...drive.adminRoutes(account.people), ...health],
    doors: [...drive.openDoors(guards), ...account.doors],
    socketDoors: drive.openSocketDoors(guards),
    guards,
    log,
    parts: [
      { name: 'database', isVital: true, check: () => db.check() },
      { name: 'blobs', check: () => blobs.check() },
    ],
    env: config.env,
    publicUrl: config.publicUrl,
    version: packageJson.version,
    trustedProxies: config.trustedProxies,
    allowedOrigins: config.allowedOrigins,
    isAppOrigin: account.isAppOrigin,
    metricsToken: config.metricsToken?.reveal(),
    webDist: overrides.webDist ?? WEB_DIST,
    limits: overrides.connectionLimits,
    clock,
    // The only process of a database that is a file has waited for its disk: nobody else was asked meanwhile.
    stalls: db.kind === 'sqlite' ? undefined : overrides.stalls,
  })
  if (config.env === 'development') addDevOutbox(http, outbox, config)
  // Before housekeeping, which waits for the chores that let them work.
  opening.use(drive.runner)
  opening.use(drive.thumbnails)
  opening.use(drive.joiner)
  http.addHook('preClose', async () => drive.stopFollowing())
  opening.defer(() => http.close())

  const chores = [...account.housekeeping, ...drive.housekeeping]
  const opened = opening.move()
  return {
    http,
    log,
    isFirstRun: () => account.isFirstRun(),
    setupCode: setupCode.read,
    parts: { db, blobs, keeper, clock, drive, account, upkeep },
    chores,
    startHousekeeping: () => {
      drive.runner.start()
      drive.thumbnails.start()
      housekeeping.start(chores)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Processes that share a database share its time. */
async function openClock(db: Database, log: Log, owner: AsyncDisposableStack): Promise<Clock> {
  if (db.kind === 'sqlite') return systemClock
  const onProblem = (err: unknown) => log.warn({ err }, 'the database did not tell the time')
  return owner.use(await DatabaseClock.open(db, { onProblem }))
}

/** What has no carrier is shown in the terminal, and in production not offered. */
function openNotifier(
  config: Config,
  outbox: Notifier,
  parts: { clock: Clock; random: Random; requests: OutgoingRequests },
): Notifier {
  const { mail, sms, env } = config
  return joinNotifiers({
    email:
      mail.kind === 'smtp'
        ? createSmtpNotifier({ url: mail.url.reveal(), from: mail.from })
        : outbox,
    ...(sms ? { sms: openSmsNotifier(sms, parts) } : env === 'development' && { sms: outbox }),
  })
}

/** With PostgreSQL several processes share their keys; alone they lie in the data folder. */
export async function openKeeper(
  config: Config,
  db: Database,
  { clock, log }: { clock: Clock; log: Log },
): Promise<SecretKeeper> {
  if (config.database.kind === 'sqlite') {
    return openSecretFiles(join(config.dataDir, 'secrets'), (message) => log.warn(message))
  }
  return createSecretKeeper(db, clock)
}

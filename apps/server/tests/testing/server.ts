import { promisify } from 'node:util'
import { cheapHashing } from '../../src/account/passwords/testing.ts'
import type { Config } from '../../src/config/config.ts'
import { createContext, type Overrides } from '../../src/context.ts'
import { ManualClock } from '../../src/kernel/clock.ts'
import { createLog } from '../../src/kernel/log.ts'
import type { Backend } from './backends.ts'

export interface TestServer extends AsyncDisposable {
  url: string
  clock: ManualClock
  /** Does every chore once. */
  runChores(): Promise<void>
  /** Does one chore, by its name. */
  runChore(name: string): Promise<void>
  /** What the first account needs that is not made on this machine. */
  setupCode(): Promise<string>
  /** What was logged so far. */
  log(): string
  /** How many are open. */
  connections(): Promise<number>
}

/** The real server in this process, on a free port, with a clock that the test moves. */
export async function startServer(
  backend: Backend,
  overrides: Partial<Config> = {},
  replaced: Pick<Overrides, 'random' | 'maxWaitMs' | 'connectionLimits'> = {},
): Promise<TestServer> {
  const lines: string[] = []
  // Tokens are checked by clients of flesh and blood too, so the clock begins at the real time.
  const clock = new ManualClock(Date.now())
  const context = await createContext(
    {
      env: 'development',
      host: '127.0.0.1',
      port: 0,
      publicUrl: 'http://localhost',
      mail: { kind: 'outbox' },
      sms: undefined,
      codesPerHour: { email: 3000, sms: 300 },
      logLevel: 'trace',
      reach: { loopback: true, privateNetworks: false },
      fetching: {
        reach: { web: true, loopback: false, privateNetworks: false },
        maxBytes: undefined,
        perHour: 1e9,
      },
      breachedPasswordsUrl: undefined,
      metricsToken: undefined,
      trustedProxies: [],
      allowedOrigins: [],
      providers: [],
      defaultQuotaBytes: undefined,
      maxFiles: 10_000_000,
      // Its clock stands still: what was counted once stays counted.
      driveCallsPerMinute: { write: 1e9, search: 1e9, link: 1e9, zip: 1e9 },
      instantUpload: 'own',
      uploadTtlMs: 7 * 24 * 60 * 60 * 1000,
      accessTokenTtlMs: 2 * 60 * 60 * 1000,
      refreshTokenTtlMs: 30 * 24 * 60 * 60 * 1000,
      signingKeyTtlMs: 90 * 24 * 60 * 60 * 1000,
      trashTtlMs: 30 * 24 * 60 * 60 * 1000,
      deletionGraceMs: 15 * 24 * 60 * 60 * 1000,
      allowsAnonymous: true,
      hasDirectory: false,
      teamDriveMakers: 'admins',
      teamDrivesEach: 10,
      validatesPhones: false,
      signUp: 'open',
      firstAdmin: undefined,
      requiresTwoFactor: 'nobody',
      settings: [],
      ...backend,
      ...overrides,
    },
    {
      ...replaced,
      clock,
      passwordHashing: cheapHashing,
      log: createLog('trace', { write: (line) => lines.push(line) }),
    },
  )
  return {
    url: await context.http.listen({ host: '127.0.0.1', port: 0 }),
    clock,
    async runChores() {
      for (const chore of context.chores) await chore.run()
    },
    async runChore(name) {
      const chore = context.chores.find((each) => each.name === name)
      if (!chore) throw new Error(`no chore is called ${name}`)
      await chore.run()
    },
    setupCode: context.setupCode,
    log: () => lines.join(''),
    connections: () => promisify(context.http.server.getConnections.bind(context.http.server))(),
    [Symbol.asyncDispose]: () => context[Symbol.asyncDispose](),
  }
}

import type { AnswerOf, BodySent, Endpoint, ParamsSent, QuerySent } from '@awan/protocol'
import {
  type Credentials,
  checkVerification,
  sendVerification,
  signIn,
  signUp,
  type VerificationPurpose,
} from '@awan/protocol/account'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { requireScope } from '../http/require-scope.ts'
import type { Caller, Requires } from '../http/route.ts'
import { ManualClock } from '../kernel/clock.ts'
import { systemRandom } from '../kernel/id.ts'
import { createMemoryKeeper } from '../kernel/memory-keeper.ts'
import { createOutgoingRequests } from '../kernel/outgoing/outgoing-requests.ts'
import type { SecretKeeper } from '../kernel/secret-keeper.ts'
import { createOutbox, type Outbox } from '../notify/outbox.ts'
import type { AccountOptions } from './account-options.ts'
import { type Account, createAccount } from './index.ts'
import { cheapHashing } from './passwords/testing.ts'
import { loadSigningKeys, type SigningKeys } from './tokens/signing-keys.ts'

export const PASSWORD = 'seven wet umbrellas'
export const PUBLIC_URL = 'https://drive.example'

export interface Sent<E extends Endpoint> {
  body?: BodySent<E>
  params?: ParamsSent<E>
  query?: QuerySent<E>
  headers?: Record<string, string>
  accessToken?: string
  sudoToken?: string
  captchaToken?: string
  caller?: Partial<Caller>
}

/** The account layer on a real database, called through its routes as http calls them. */
export interface TestAccount {
  account: Account
  clock: ManualClock
  outbox: Outbox
  secrets: AccountOptions['secrets']
  signingKeys: SigningKeys
  call<E extends Endpoint>(endpoint: E, sent?: Sent<E>): Promise<AnswerOf<E>>
  /** Asks for a code, reads it from the outbox and turns it into a token. */
  verify(email: string, usage?: VerificationPurpose): Promise<string>
  signUp(email: string, body?: Partial<BodySent<typeof signUp>>): Promise<Credentials>
  signIn(email: string, password?: string, caller?: Partial<Caller>): Promise<Credentials>
}

export async function createTestAccount(
  db: Database,
  overrides: Partial<AccountOptions> & { clock?: ManualClock } = {},
): Promise<TestAccount> {
  const clock = overrides.clock ?? new ManualClock()
  const outbox = createOutbox({ clock, print: () => undefined })
  const secrets = {
    refreshKey: Buffer.alloc(32, 1),
    codeKey: Buffer.alloc(32, 2),
  }
  const signingKeys = await loadSigningKeys({
    keeper: keeperOf(db),
    clock,
    rotateAfterMs: 90 * 24 * 3600_000,
  })
  const account = createAccount({
    db,
    signingKeys,
    random: systemRandom,
    secrets,
    notifier: outbox,
    requests: createOutgoingRequests({
      clock,
      reach: { loopback: true, privateNetworks: false },
    }),
    publicUrl: PUBLIC_URL,
    accessTokenTtlMs: 2 * 3600_000,
    refreshTokenTtlMs: 30 * 24 * 3600_000,
    passwordHashing: cheapHashing,
    ...overrides,
    clock,
  })

  /** Notices leave after the answer; a test looks for them at once. */
  async function call<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}): Promise<AnswerOf<E>> {
    return callRoute(endpoint, sent).finally(() => account.settled())
  }

  async function callRoute<E extends Endpoint>(endpoint: E, sent: Sent<E>): Promise<AnswerOf<E>> {
    const route = account.routes.find((candidate) => candidate.endpoint === endpoint)
    if (!route) throw new Error(`no route for ${endpoint.path}`)
    const { guards } = account
    const caller = { ...someCaller, ...sent.caller }
    const { user: asked, scope, admin, sudo } = route.requires
    const takesUser = asked !== undefined || scope !== undefined || admin || sudo
    const user =
      sent.accessToken && takesUser ? await guards.authenticate(sent.accessToken) : undefined
    if (user) requireScope(route.requires, user)
    if (user && !route.requires.beforeTwoFactor) await guards.checkTwoFactor?.(user)
    const body =
      endpoint.body instanceof z.ZodType ? endpoint.body.parse(sent.body ?? {}) : undefined
    const params = endpoint.params?.parse(sent.params ?? {})
    const query = endpoint.query?.parse(sent.query ?? {})
    if (route.requires.captcha) {
      const action = `${endpoint.method}:${endpoint.path}`
      const { captcha: when } = route.requires
      await guards.checkCaptcha({ action, when, token: sent.captchaToken, caller, body })
    }
    if (route.requires.admin && user) await guards.checkAdmin(user)
    if (route.requires.sudo && user) {
      await guards.checkSudo(user, sent.sudoToken, route.requires.sudo)
    }
    const request = { headers: sent.headers ?? {} }
    const requireSudo = async (when?: Requires['sudo']) => {
      if (user) await guards.checkSudo(user, sent.sudoToken, when)
    }
    const call = { body, params, query, user, caller, request, requireSudo }
    const answer = await route.handle(call as never)
    return (endpoint.answer as z.ZodType).parse(answer) as AnswerOf<E>
  }

  async function verify(email: string, usage: VerificationPurpose = 'REGISTER'): Promise<string> {
    const { verification_id } = await call(sendVerification, { body: { email, usage } })
    const verification_code = outbox.messages().find(({ code }) => code)?.code ?? ''
    const body = { verification_id, verification_code }
    return (await call(checkVerification, { body })).verification_token
  }

  return {
    account,
    clock,
    outbox,
    secrets,
    signingKeys,
    call,
    verify,
    async signUp(email, body = {}) {
      const verification_token = await verify(email)
      return call(signUp, { body: { email, password: PASSWORD, verification_token, ...body } })
    },
    signIn: (email, password = PASSWORD, caller = {}) =>
      call(signIn, { body: { email, password }, caller }),
  }
}

/** Accounts on the same database sign with the same keys, as processes do. */
const keepers = new WeakMap<Database, SecretKeeper>()

function keeperOf(db: Database): SecretKeeper {
  const keeper = keepers.get(db) ?? createMemoryKeeper()
  keepers.set(db, keeper)
  return keeper
}

export const someCaller: Caller = {
  address: '203.0.113.7',
  clientId: 'awan-web',
  deviceId: 'd0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0',
  deviceName: 'PC-Chrome',
  userAgent: 'Mozilla/5.0 Chrome/147',
  locale: 'en-GB',
  requestId: 'r1',
}

/** Whether a statement waits for a row that another transaction has locked: on PostgreSQL alone. */
export async function isWaiting(db: Database): Promise<boolean> {
  const waiting = sql<{ n: number }>`(
    select count(*)::int as n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'
  )`.as('waiting')
  const row = await db.read((r) => r.selectFrom(waiting).select('n').executeTakeFirstOrThrow())
  return row.n > 0
}

/** The error that a promise rejects with. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

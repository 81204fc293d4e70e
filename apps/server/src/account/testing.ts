import type { AnswerOf, BodySent, Endpoint } from '@awan/protocol'
import {
  type Credentials,
  checkVerification,
  sendVerification,
  signIn,
  signUp,
} from '@awan/protocol/account'
import { exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/route.ts'
import { ManualClock } from '../kernel/clock.ts'
import { systemRandom } from '../kernel/id.ts'
import { createOutbox, type Outbox } from '../notify/outbox.ts'
import { type Account, type AccountOptions, createAccount } from './index.ts'

export const PASSWORD = 'seven wet umbrellas'
export const PUBLIC_URL = 'https://drive.example'

export interface Sent<E extends Endpoint> {
  body?: BodySent<E>
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
  call<E extends Endpoint>(endpoint: E, sent?: Sent<E>): Promise<AnswerOf<E>>
  /** Asks for a code, reads it from the outbox and turns it into a token. */
  verify(email: string, usage?: 'REGISTER' | 'PASSWORD_RESET'): Promise<string>
  signUp(email: string, body?: Partial<BodySent<typeof signUp>>): Promise<Credentials>
  signIn(email: string, password?: string, caller?: Partial<Caller>): Promise<Credentials>
}

const keys = generateKeyPair('ES256', { extractable: true })

export async function createTestAccount(
  db: Database,
  overrides: Partial<AccountOptions> & { clock?: ManualClock } = {},
): Promise<TestAccount> {
  const clock = overrides.clock ?? new ManualClock()
  const outbox = createOutbox({ clock, print: () => undefined })
  const secrets = {
    signingKey: await exportJWK((await keys).privateKey),
    refreshKey: Buffer.alloc(32, 1),
    codeKey: Buffer.alloc(32, 2),
  }
  const account = createAccount({
    db,
    random: systemRandom,
    secrets,
    notifier: outbox,
    publicUrl: PUBLIC_URL,
    accessTokenTtlMs: 2 * 3600_000,
    refreshTokenTtlMs: 30 * 24 * 3600_000,
    ...overrides,
    clock,
  })

  async function call<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}): Promise<AnswerOf<E>> {
    const route = account.routes.find((candidate) => candidate.endpoint === endpoint)
    if (!route) throw new Error(`no route for ${endpoint.path}`)
    const { guards } = account
    const caller = { ...someCaller, ...sent.caller }
    const user = sent.accessToken ? await guards.authenticate(sent.accessToken) : undefined
    const body =
      endpoint.body instanceof z.ZodType ? endpoint.body.parse(sent.body ?? {}) : undefined
    if (route.requires.captcha) {
      const action = `${endpoint.method}:${endpoint.path}`
      const { captcha: when } = route.requires
      await guards.checkCaptcha({ action, when, token: sent.captchaToken, caller, body })
    }
    if (route.requires.sudo && user) await guards.checkSudo(user, sent.sudoToken)
    const answer = await route.handle({ body, user, caller } as never)
    return (endpoint.answer as z.ZodType).parse(answer) as AnswerOf<E>
  }

  async function verify(
    email: string,
    usage: 'REGISTER' | 'PASSWORD_RESET' = 'REGISTER',
  ): Promise<string> {
    const { verification_id } = await call(sendVerification, { body: { email, usage } })
    const verification_code = outbox.messages()[0]?.code ?? ''
    const body = { verification_id, verification_code }
    return (await call(checkVerification, { body })).verification_token
  }

  return {
    account,
    clock,
    outbox,
    secrets,
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

export const someCaller: Caller = {
  address: '203.0.113.7',
  clientId: 'awan-web',
  deviceId: 'd0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0',
  deviceName: 'PC-Chrome',
  userAgent: 'Mozilla/5.0 Chrome/147',
  locale: 'en-GB',
  requestId: 'r1',
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

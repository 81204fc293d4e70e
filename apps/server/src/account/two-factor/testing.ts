import type { BodySent } from '@awan/protocol'
import {
  type Credentials,
  confirmTotp,
  grantSudo,
  type SecondStepMethodName,
  signIn,
  startTotp,
} from '@awan/protocol/account'
import type { ErrorInfo, ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import { failure, PASSWORD, type TestAccount } from '../testing.ts'
import { totpCode, totpStep } from './totp.ts'

type SignInBody = BodySent<typeof signIn>

/** Somebody with an authenticator app. */
export interface TestPerson {
  email: string
  credentials: Credentials
  recoveryCodes: string[]
  /** The code that the app shows now. */
  code(): string
  /** The same after the step has gone by, so that it was not used before. */
  nextCode(): string
  /** Some six digits that are not right now. */
  wrongCode(): string
  sudo(): Promise<{ accessToken: string; sudoToken: string }>
  signIn(body?: SignInBody, caller?: Partial<Caller>): Promise<Credentials>
  /** Gives the first proof and tells what is asked for then. */
  ask(caller?: Partial<Caller>): Promise<Asked>
}

export interface Asked {
  token: string
  methods: SecondStepMethodName[]
}

export async function signUpWithTotp(app: TestAccount, email: string): Promise<TestPerson> {
  const credentials = await app.signUp(email)
  const accessToken = credentials.access_token
  const grant = (body: BodySent<typeof grantSudo>) =>
    app.call(grantSudo, { body: { password: PASSWORD, ...body }, accessToken })
  const proof = { accessToken, sudoToken: (await grant({})).sudo_token }
  const { secret, setup_token } = await app.call(startTotp, proof)
  const codeNow = () => totpCode(fromBase32(secret), totpStep(app.clock.now()))
  const { recovery_codes = [] } = await app.call(confirmTotp, {
    ...proof,
    body: { setup_token, code: codeNow() },
  })
  const person: TestPerson = {
    email,
    credentials,
    recoveryCodes: recovery_codes,
    async sudo() {
      const first = await grant({}).catch((error: unknown) => asked(error).token)
      if (typeof first !== 'string') return { accessToken, sudoToken: first.sudo_token }
      // Codes work once: the one before may be used, and the one after is left to the test.
      const second = { two_factor_token: first, two_factor_code: person.nextCode() }
      const { sudo_token: sudoToken } = await grant(second)
      app.clock.advance(30_000)
      return { accessToken, sudoToken }
    },
    code: codeNow,
    nextCode() {
      app.clock.advance(30_000)
      return codeNow()
    },
    wrongCode: () => String((Number(codeNow()) + 500_000) % 1_000_000).padStart(6, '0'),
    signIn: (body = {}, caller = {}) =>
      app.call(signIn, { body: { email, password: PASSWORD, ...body }, caller }),
    ask: async (caller = {}) => asked(await failure(person.signIn({}, caller))),
  }
  return person
}

/** What `two_factor_required` carries. */
export function asked(error: unknown): Asked {
  const { error: name, details } = error as ServiceError
  if (name !== 'two_factor_required') throw error
  const { two_factor_token: token = '', methods = '' } = (details[0] as ErrorInfo).metadata ?? {}
  return { token, methods: methods.split(' ').filter(Boolean) as SecondStepMethodName[] }
}

/** Failures make the next sign-in pay with a captcha; tests of the second step do without. */
export async function forgetFailures(db: Database): Promise<void> {
  await db.write((writer) =>
    writer.deleteFrom('rate_limits').where('key', 'like', 'signin:%').execute(),
  )
}

/** As if so many tries had been made before. */
export async function countTries(
  db: Database,
  key: string,
  { points, until }: { points: number; until: number },
): Promise<void> {
  await db.write((writer) =>
    writer.insertInto('rate_limits').values({ key, points, expires_at: until }).execute(),
  )
}

export async function eventTypes(db: Database, sub: string): Promise<string[]> {
  const rows = await db.read((reader) =>
    reader
      .selectFrom('account_events')
      .select('type')
      .where('sub', '=', sub)
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ type }) => type)
}

function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

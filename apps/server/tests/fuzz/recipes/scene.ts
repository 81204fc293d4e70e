import { createHash, randomBytes, randomInt } from 'node:crypto'
import { totpCode, totpStep } from '../../../src/account/two-factor/totp.ts'
import { fromBase32 } from '../../testing/base32.ts'
import { PASSWORD, readCode } from '../../testing/person.ts'
import {
  openRaw,
  type RawAnswer,
  type RawCall,
  signUpRaw,
  sudoRaw,
} from '../../testing/raw-calls.ts'
import type { Visited } from './moved-provider.ts'
import { PROVIDER_CALLBACK, PROVIDER_ID } from './provider.ts'

export interface Somebody {
  email: string
  sub: string
  token: string
  refreshToken: string
  sudoToken: string
}

/** What stands around the server: recipes bring their state about with it, over HTTP. */
export interface SceneParts {
  url: string
  now(): number
  /** A minute goes by, and the next code may be asked for. */
  pass(): void
  administrator(): Promise<Pick<Somebody, 'token' | 'sudoToken'>>
  idp: Pick<Visited, 'visit'>
  /** Takes whatever webhooks bring. */
  receiver: string
  /** What the server does again and again, now. */
  runChore(name: string): Promise<void>
  /** What a person would read in the picture that was drawn last. */
  readPicture(): string
}

export interface Scene extends SceneParts {
  /** Throws when it is refused, for then the recipe is wrong. */
  // biome-ignore lint/suspicious/noExplicitAny: the answers of every call
  call(name: `${string} /${string}`, sent?: RawCall & { by?: By }): Promise<any>
  /** Without throwing, where the refusal is what is wanted. */
  ask(name: `${string} /${string}`, sent?: RawCall & { by?: By }): Promise<RawAnswer>
  boss(): Promise<Somebody>
  /** The same one each time, for calls that do their account no harm; their sudo token may be old. */
  resident(): Promise<Somebody>
  /** Somebody new, so that nothing that happens to them matters to another recipe. */
  newcomer(): Promise<Somebody>
  anonymous(): Promise<string>
  /** A code that was sent to this contact for this purpose. */
  sendCode(email: string, usage: string): Promise<{ id: string; code: string }>
  proveEmail(email: string, usage: string): Promise<string>
  /** A provider token of this person at the third party. */
  proveProvider(who: string): Promise<string>
  /** Somebody new whose account at the third party is bound. */
  boundNewcomer(): Promise<Somebody & { who: string }>
  withTotp(): Promise<Careful>
  /** What an authenticator app shows for this secret. */
  codeOf(secret: string): string
}

/** Somebody with an authenticator app. */
export interface Careful extends Somebody {
  recoveryCodes: string[]
  /** What the password alone gives them. */
  beginSignIn(): Promise<string>
}

type By = Pick<Somebody, 'token' | 'sudoToken'>

export const someName = (): string => `n${randomBytes(8).toString('hex')}`

export function createScene(parts: SceneParts): Scene {
  const { url } = parts
  const plain = openRaw(url)
  let resident: Promise<Somebody> | undefined
  const ask: Scene['ask'] = (name, { by, headers = {}, ...sent } = {}) =>
    plain(name, {
      // Everybody comes from a place of their own, so that no limit stands in the way.
      address: `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(256)}`,
      token: by?.token,
      // Codes are counted by device too.
      ...(name === 'POST /v1/auth/verification' && { deviceId: randomBytes(16).toString('hex') }),
      ...sent,
      headers: { ...(by && { 'x-sudo-token': by.sudoToken }), ...headers },
    })

  const call: Scene['call'] = async (name, sent) => {
    const { status, body } = await ask(name, sent)
    if (status >= 400) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
    return body
  }

  async function newcomer(): Promise<Somebody> {
    const person = await signUpRaw(url, ask)
    const sudo = await sudoRaw(ask, person.token)
    return { ...person, sudoToken: sudo['x-sudo-token'] ?? '' }
  }

  async function sendCode(email: string, usage: string) {
    const { verification_id } = await call('POST /v1/auth/verification', { body: { email, usage } })
    return { id: verification_id as string, code: await readCode(url, email) }
  }

  async function proveEmail(email: string, usage: string): Promise<string> {
    const { id: verification_id, code: verification_code } = await sendCode(email, usage)
    const body = { verification_id, verification_code }
    return (await call('POST /v1/auth/verification/verify', { body })).verification_token
  }

  async function proveProvider(who: string): Promise<string> {
    const { code, verifier } = await visitProvider({ ...parts, call }, who)
    const body = {
      provider_id: PROVIDER_ID,
      provider_code: code,
      provider_redirect_uri: PROVIDER_CALLBACK,
      provider_params: { code_verifier: verifier },
    }
    return (await call('POST /v1/auth/provider/token', { body })).provider_token
  }

  async function boundNewcomer() {
    const [person, who] = [await newcomer(), someName()]
    const body = { provider_token: await proveProvider(who) }
    await call('POST /v1/user/provider/bind', { by: person, body })
    return { ...person, who }
  }

  const codeOf = (secret: string) => totpCode(fromBase32(secret), totpStep(parts.now()))

  async function withTotp(): Promise<Careful> {
    const person = await newcomer()
    const started = await call('POST /v1/user/two_factor/totp/start', { by: person })
    const body = { setup_token: started.setup_token, code: codeOf(started.secret) }
    const confirmed = await call('POST /v1/user/two_factor/totp/confirm', { by: person, body })
    return {
      ...person,
      recoveryCodes: confirmed.recovery_codes,
      async beginSignIn() {
        const { email } = person
        const asked = await ask('POST /v1/auth/signin', { body: { email, password: PASSWORD } })
        return asked.body.details[0].metadata.two_factor_token
      },
    }
  }

  return {
    ...parts,
    call,
    ask,
    resident() {
      resident ??= newcomer()
      return resident
    },
    newcomer,
    sendCode,
    proveEmail,
    proveProvider,
    boundNewcomer,
    withTotp,
    codeOf,
    boss: async () => ({ email: '', sub: '', refreshToken: '', ...(await parts.administrator()) }),
    async anonymous() {
      const deviceId = randomBytes(16).toString('hex')
      const body = await call('POST /v1/auth/signup/anonymously', { body: {}, deviceId })
      return body.access_token
    },
  }
}

export async function visitProvider(
  { idp, call }: Pick<Scene, 'idp' | 'call'>,
  who: string,
): Promise<{ code: string; verifier: string }> {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    provider_id: PROVIDER_ID,
    redirect_uri: PROVIDER_CALLBACK,
    state: 'mine',
    'other_params[code_challenge]': challengeOf(verifier),
    'other_params[code_challenge_method]': 'S256',
  })
  const { uri } = await call(`GET /v1/auth/provider/uri?${query}`)
  const back = await idp.visit(uri, who)
  return { code: back.get('code') ?? '', verifier }
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

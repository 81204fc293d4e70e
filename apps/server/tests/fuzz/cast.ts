import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { DIARY, type Lessons } from './lessons.ts'
import type { CallerKind } from './requests.ts'
import type { Send } from './send.ts'

export const PASSWORD = 'correct horse battery staple'
export const REDIRECT_URI = 'https://notes.example/callback'
const APP_SCOPE = 'openid profile email offline_access drive'

/** Somebody who calls, with what they bring. */
export interface Actor {
  email: string
  accessToken: string
  sudoToken: string
  /** Set when a call was refused as if the session had ended. */
  isDoubted: boolean
}

/** Everybody who plays: one of each kind, alive whenever they are asked for. */
export interface Cast {
  find(kind: CallerKind): Promise<Actor | undefined>
  doubt(kind: CallerKind): void
  /** Whether somebody has made them an administrator meanwhile, or nobody can tell any more. */
  isPromoted(actor: Actor): Promise<boolean>
  /** Time has passed: sudo tokens are over. */
  renew(): Promise<void>
  /** What must stand in no log and no error. */
  secrets(): readonly string[]
  /** Tokens, and what is written in the profile and the drive of everybody but these. */
  secretsOfOthers(kind: CallerKind | undefined): readonly string[]
}

/** Nobody is left who could play the administrator: the play begins anew. */
export class PlayIsOver extends Error {}

type Named = Exclude<CallerKind, 'nobody' | 'forger'>

export async function createCast(send: Send, lessons: Lessons): Promise<Cast> {
  const actors = new Map<Named, Actor>()
  const reviving = new Map<Named, Promise<Actor>>()
  const secrets = new Set<string>([PASSWORD])
  const belongings = new Map<string, string>()
  const settled = new Set<string>()
  let app = { id: '', secret: '' }

  async function call(
    method: string,
    path: string,
    body?: object,
    actor?: Partial<Actor> & { deviceId?: string },
  ): Promise<Record<string, never>> {
    const { text } = await send({
      method,
      path,
      headers: {
        'content-type': 'application/json',
        'x-client-id': 'awan-cli',
        'x-device-id': actor?.deviceId ?? deviceOf(actor?.email ?? ''),
        ...(actor?.accessToken && { authorization: `Bearer ${actor.accessToken}` }),
        ...(actor?.sudoToken && { 'x-sudo-token': actor.sudoToken }),
      },
      body: body && JSON.stringify(body),
    })
    return JSON.parse(text)
  }

  async function signUp(): Promise<Actor> {
    const email = `${randomUUID()}@example.org`
    const { verification_id } = await call('POST', '/v1/auth/verification', {
      email,
      usage: 'REGISTER',
    })
    const { text } = await send({
      method: 'GET',
      path: '/dev/outbox',
      headers: {},
      body: undefined,
    })
    const messages = JSON.parse(text) as { to: string; code?: string }[]
    const verification_code = messages.find(({ to, code }) => to === email && code)?.code
    const proof = { verification_id, verification_code }
    const { verification_token } = await call('POST', '/v1/auth/verification/verify', proof)
    const body = { email, verification_token, password: PASSWORD, name: 'Ana' }
    return enter(email, await call('POST', '/v1/auth/signup', body, { email }))
  }

  async function signIn({ email }: Actor): Promise<Actor> {
    return enter(
      email,
      await call('POST', '/v1/auth/signin', { email, password: PASSWORD }, { email }),
    )
  }

  async function enter(email: string, answer: Record<string, string | undefined>): Promise<Actor> {
    const { access_token: accessToken, refresh_token: refreshToken, sub } = answer
    if (!accessToken) throw new Error(`nobody came in: ${JSON.stringify(answer)}`)
    lessons.teach('email', email)
    lessons.teach('username', email)
    if (sub) lessons.teach('sub', sub)
    secrets.add(accessToken)
    if (refreshToken) secrets.add(refreshToken)
    return withSudo({ email, accessToken, sudoToken: '', isDoubted: false })
  }

  async function withSudo(actor: Actor): Promise<Actor> {
    const { sudo_token = '' } = await call('POST', '/v1/user/sudo', { password: PASSWORD }, actor)
    if (sudo_token) secrets.add(sudo_token)
    return { ...actor, sudoToken: sudo_token }
  }

  async function signUpAnonymously(): Promise<Actor> {
    const deviceId = randomBytes(16).toString('hex')
    return enter('', await call('POST', '/v1/auth/signup/anonymously', {}, { deviceId }))
  }

  async function openApp(): Promise<Actor> {
    const administrator = await find('administrator')
    const { app: registered, client_secret } = (await call(
      'POST',
      '/v1/admin/apps',
      { name: 'Notes', redirect_uris: [REDIRECT_URI], scope: APP_SCOPE, is_confidential: true },
      administrator,
    )) as { app?: { id: string }; client_secret?: string }
    if (!registered || !client_secret) throw new PlayIsOver()
    app = { id: registered.id, secret: client_secret }
    lessons.teach('client_id', app.id)
    lessons.teach('client_secret', app.secret)
    return agree()
  }

  async function agree(): Promise<Actor> {
    doubt('person')
    const person = await find('person')
    const code_verifier = randomBytes(32).toString('base64url')
    const asked = {
      client_id: app.id,
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      scope: APP_SCOPE,
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }
    const { code } = await call('POST', '/v1/user/authorize', asked, person)
    const grant = {
      grant_type: 'authorization_code',
      code,
      code_verifier,
      redirect_uri: REDIRECT_URI,
    }
    const proof = { client_id: app.id, client_secret: app.secret }
    const { access_token } = await call('POST', '/oauth2/token', { ...grant, ...proof })
    if (!access_token) throw new PlayIsOver()
    secrets.add(access_token)
    return { email: '', accessToken: access_token, sudoToken: '', isDoubted: false }
  }

  /** Writes down something of which nobody else has to know, in the profile and in the drive. */
  async function settle(kind: Named, actor: Actor): Promise<Actor> {
    belongings.set(actor.accessToken, ownerOf(kind))
    if (actor.sudoToken) belongings.set(actor.sudoToken, ownerOf(kind))
    if (actor.email === '' || settled.has(actor.email)) return actor
    settled.add(actor.email)
    const diary = `${DIARY}${randomUUID()}`
    belongings.set(diary, ownerOf(kind))
    await call('PATCH', '/v1/user/profile', { address: { street_address: diary } }, actor)
    await call('POST', '/drive/v1/files', { kind: 'folder', name: diary }, actor)
    return actor
  }

  async function readMe(actor: Actor): Promise<Me> {
    return call('GET', '/v1/user/me', undefined, actor)
  }

  async function revive(kind: Named, actor: Actor): Promise<Actor> {
    if (kind === 'app') return agree().catch(openApp)
    const me = await readMe(actor)
    const isMiscast = kind !== 'administrator' && isAdministrator(me)
    if (isMiscast) return signUp()
    if (kind === 'anonymous') return me.sub ? { ...actor, isDoubted: false } : signUpAnonymously()
    const next = await (me.sub
      ? withSudo({ ...actor, isDoubted: false })
      : signIn(actor).catch(() => undefined))
    // Whose password has been changed meanwhile can do nothing that matters any more.
    if (next?.sudoToken) return next
    if (kind === 'administrator') throw new PlayIsOver()
    return signUp()
  }

  async function find(kind: CallerKind): Promise<Actor | undefined> {
    if (kind === 'nobody' || kind === 'forger') return undefined
    const actor = actors.get(kind)
    if (!actor?.isDoubted) return actor
    const revived =
      reviving.get(kind) ??
      revive(kind, actor)
        .then((next) => settle(kind, next))
        .finally(() => reviving.delete(kind))
    reviving.set(kind, revived)
    actors.set(kind, await revived)
    return revived
  }

  function doubt(kind: CallerKind): void {
    const actor = actors.get(kind as Named)
    if (actor) actor.isDoubted = true
  }

  // The first one is the administrator.
  actors.set('administrator', await settle('administrator', await signUp()))
  actors.set('person', await settle('person', await signUp()))
  actors.set('other', await settle('other', await signUp()))
  actors.set('anonymous', await settle('anonymous', await signUpAnonymously()))
  actors.set('app', await settle('app', await openApp()))

  return {
    find,
    doubt,
    async isPromoted(actor) {
      const me = await readMe(actor)
      return !me.sub || isAdministrator(me)
    },
    async renew() {
      for (const [kind, actor] of actors) {
        actor.isDoubted = true
        await find(kind)
      }
    },
    secrets: () => [...secrets],
    secretsOfOthers: (kind) =>
      [...belongings].filter(([, owner]) => owner !== ownerOf(kind)).map(([secret]) => secret),
  }
}

/** An app reads for the person who has agreed to it. */
function ownerOf(kind: CallerKind | undefined): string {
  return kind === 'app' ? 'person' : (kind ?? 'somebody else')
}

interface Me {
  sub?: string
  groups?: readonly { id: string }[]
}

function isAdministrator({ groups = [] }: Me): boolean {
  return groups.some(({ id }) => id === 'administrators')
}

/** A device that knows its owner is asked for no captcha. */
function deviceOf(email: string): string {
  return createHash('md5').update(email).digest('hex')
}

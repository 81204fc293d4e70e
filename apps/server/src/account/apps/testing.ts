import { createHash } from 'node:crypto'
import { authorizeApp, type Credentials } from '@awan/protocol/account'
import type { Database } from '../../db/database.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/id.ts'
import { createSessions } from '../sessions/sessions.ts'
import type { TestAccount } from '../testing.ts'
import { type AppFields, createApps } from './apps.ts'

export const REDIRECT_URI = 'https://notes.example/callback'
/** RFC 7636, appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

export interface TestApp {
  id: string
  secret: string
}

/** Registers an app as an administrator does; a public one has an empty secret. */
export async function registerApp(
  db: Database,
  fields: Partial<AppFields> & { isConfidential?: boolean; clock?: ManualClock } = {},
): Promise<TestApp> {
  const { isConfidential = false, clock = new ManualClock(), ...app } = fields
  const random = systemRandom
  const apps = createApps({
    clock,
    random,
    sessions: createSessions({ clock, random, idleMs: 1 }),
  })
  const { row, secret = '' } = await db.write((writer) =>
    apps.register(writer, {
      name: 'Notes',
      description: 'Keeps notes',
      picture: null,
      url: 'https://notes.example',
      redirectUris: [REDIRECT_URI],
      signOutUris: [],
      scope: 'openid profile email offline drive',
      idTokenAlgorithm: 'ES256',
      requiresPkce: true,
      isEnabled: true,
      isConfidential,
      createdBy: 'admin',
      ...app,
    }),
  )
  return { id: row.id, secret }
}

/** The person agrees, and the app gets its code. */
export async function askForCode(
  app: TestAccount,
  person: Pick<Credentials, 'access_token'>,
  request: {
    client_id: string
    scope?: string
    nonce?: string
    redirect_uri?: string
    max_age?: number
  },
): Promise<string> {
  const { code } = await app.call(authorizeApp, {
    accessToken: person.access_token,
    body: {
      redirect_uri: REDIRECT_URI,
      state: 'st4te',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      ...request,
    },
  })
  if (code === undefined) throw new Error('no code came')
  return code
}

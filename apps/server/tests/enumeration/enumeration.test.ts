import {
  checkVerification,
  getPasskeySignInOptions,
  queryUsers,
  resetPassword,
  sendVerification,
  signIn,
  signInWithProvider,
  signUp,
  startCaptcha,
} from '@awan/protocol/account'
import type { ServiceError } from '@awan/protocol/errors'
import { beforeAll, describe, expect, test } from 'vitest'
import { cheapHashing } from '../../src/account/passwords/testing.ts'
import {
  CLIENT,
  type IdentityProvider,
  startIdentityProvider,
} from '../../src/account/providers/testing/identity-provider.ts'
import {
  beginVisit,
  CALLBACK,
  finishVisit,
  someProvider,
} from '../../src/account/providers/testing/provider-journey.ts'
import { createTestAccount, PASSWORD, type TestAccount } from '../../src/account/testing.ts'
import type { Database } from '../../src/db/database.ts'
import { onEachDatabase } from '../../src/db/testing.ts'
import { ManualClock } from '../../src/kernel/clock.ts'
import { Secret } from '../../src/kernel/secret.ts'
import { createWorkCounter } from './count-work.ts'

const KNOWN = 'ana@example.org'
const UNKNOWN = 'xyz@example.org'
/** The device of an owner has counts of its own, and its id is nowhere to be read. */
const stranger = { deviceId: 'a device of somebody else' }
const BAD_TOKEN = 'x'.repeat(43)

let idp: IdentityProvider
beforeAll(async () => {
  idp = await startIdentityProvider(CALLBACK)
  return () => idp[Symbol.asyncDispose]()
})

/** An account has a history: whether a webhook wants the event is one look at a small table more. */
const WEBHOOKS_LOOKED_AT = ['  query']

interface Told {
  answer: unknown
  work: string[]
  mails: number
}

async function openStage(db: Database) {
  const counter = createWorkCounter(db, cheapHashing)
  const provider = someProvider({
    clientId: CLIENT.id,
    clientSecret: new Secret(CLIENT.secret),
    issuer: idp.issuer,
  })
  const app = await createTestAccount(counter.db, {
    providers: [provider],
    env: 'development',
    passwordHashing: counter.hashing,
    // The identity provider lives by the real clock.
    clock: new ManualClock(Date.now()),
  })
  const first = await app.signUp(KNOWN, { username: 'ana' })
  // The dummy hash for a missing account is made once.
  await app.signIn('warm@example.org', 'wrong').catch(() => undefined)
  app.clock.advance(61_000)

  /** What a stranger gets to see, and what the server did for it. */
  async function tell(call: () => Promise<unknown>): Promise<Told> {
    const before = app.outbox.messages().length
    let answer: unknown
    const work = await counter.during(async () => {
      answer = await call().then(shapeOf, wordsOf)
    })
    return { answer, work, mails: app.outbox.messages().length - before }
  }

  async function compare(
    call: (email: string) => Promise<unknown>,
    more: readonly string[] = [],
  ): Promise<void> {
    const known = await tell(() => call(KNOWN))
    const unknown = await tell(() => call(UNKNOWN))
    expect(known.work.length).toBeGreaterThan(0)
    expect({ ...unknown, work: [...unknown.work, ...more] }).toEqual(known)
  }
  return { app, first, tell, compare }
}

onEachDatabase((open) => {
  describe('enumeration by timing: a known and an unknown account cause the same work and the same answer', () => {
    test.each(['ANY', 'USER', 'NOT_USER'] as const)(
      'a request for a code with target %s does not reveal an account',
      async (target) => {
        const { app, compare } = await openStage(await open())
        for (const usage of ['PASSWORD_RESET', 'SIGN_IN', 'REGISTER'] as const) {
          await compare((email) => app.call(sendVerification, { body: { email, target, usage } }))
          app.clock.advance(61_000)
        }
      },
    )

    test('a wrong code does not reveal an account', async () => {
      const { app, tell } = await openStage(await open())
      const tryWrong = async (email: string) => {
        const body = { email, target: 'USER', usage: 'PASSWORD_RESET' } as const
        const { verification_id } = await app.call(sendVerification, { body })
        return tell(() =>
          app.call(checkVerification, { body: { verification_id, verification_code: 'wrong' } }),
        )
      }
      expect(await tryWrong(UNKNOWN)).toEqual(await tryWrong(KNOWN))
    })

    test('a wrong password does not reveal an account and is hashed once', async () => {
      const { app, tell, compare } = await openStage(await open())
      const tryWrong = (email: string) =>
        app.call(signIn, { body: { email, password: 'wrong' }, caller: stranger })
      await compare(tryWrong, WEBHOOKS_LOOKED_AT)
      const { work } = await tell(() => tryWrong(UNKNOWN))
      expect(work.filter((what) => what === 'hash')).toHaveLength(1)
    })

    test('a sign-in with a wrong verification token does not reveal an account', async () => {
      const { app, compare } = await openStage(await open())
      const proof = { verification_token: BAD_TOKEN }
      await compare(
        (email) => app.call(signIn, { body: { email, ...proof }, caller: stranger }),
        WEBHOOKS_LOOKED_AT,
      )
      await compare((email) => {
        const username = email === KNOWN ? 'ana' : 'xyz'
        return app.call(signIn, { body: { username, ...proof }, caller: stranger })
      }, WEBHOOKS_LOOKED_AT)
    })

    test('a reset and a sign-up with a wrong verification token do not reveal an account', async () => {
      const { app, compare } = await openStage(await open())
      const verification_token = BAD_TOKEN
      await compare((email) =>
        app.call(resetPassword, {
          body: { email, verification_token, new_password: 'nine small lanterns' },
        }),
      )
      await compare((email) =>
        app.call(signUp, { body: { email, verification_token, password: PASSWORD } }),
      )
    })

    test('a captcha request does not reveal an account, and passkey options take none', async () => {
      const { app, compare } = await openStage(await open())
      await compare((email) =>
        app.call(startCaptcha, { body: { action: 'POST:/v1/auth/signin', meta: { email } } }),
      )
      // The call does not even take an account.
      expect(getPasskeySignInOptions).not.toHaveProperty('body')
    })

    test('a third party that gives a known e-mail address does not reveal an account', async () => {
      const { app, tell } = await openStage(await open())
      const goThere = async (who: string) => {
        const { uri, verifier } = await beginVisit(app)
        const back = await idp.visit(uri, who)
        const params = { code_verifier: verifier, iss: back.get('iss') ?? '' }
        const finish = () => finishVisit(app, { code: back.get('code') ?? '', params })
        let provider_token = ''
        const finished = await tell(async () => {
          const answer = await finish()
          provider_token = answer.provider_token
          return { ...answer, provider_profile: {} }
        })
        const signedIn = await tell(() =>
          app.call(signInWithProvider, { body: { provider_token } }),
        )
        return { finished, signedIn }
      }
      // The identity provider gives everybody an address at example.org.
      const known = await goThere('ana')
      expect(known.signedIn.answer).toMatchObject({ error: 'not_found' })
      expect(await goThere('xyz')).toEqual(known)
    })

    test('a search does not reveal a frozen, blocked or deleted person', async () => {
      const db = await open()
      const { app, first, compare } = await openStage(db)
      const searcher = await app.signUp('searcher@example.org')
      // Once in a while a session notes that it was seen.
      await search(app, searcher.access_token, { email: UNKNOWN })
      for (const status of ['FROZEN', 'BLOCKED', 'DELETING'] as const) {
        await db.write((writer) =>
          writer.updateTable('users').set({ status }).where('sub', '=', first.sub).execute(),
        )
        await compare((email) => search(app, searcher.access_token, { email }))
        await compare((email) =>
          search(app, searcher.access_token, { username: email === KNOWN ? 'ana' : 'xyz' }),
        )
        await compare((email) =>
          search(app, searcher.access_token, { id: email === KNOWN ? first.sub : 'nobody' }),
        )
      }
    })
  })
})

function search(
  app: TestAccount,
  accessToken: string,
  query: { email?: string; username?: string; id?: string },
) {
  return app.call(queryUsers, { query, accessToken })
}

/** What kind of value each field holds; the length of a text would tell something too. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return `text of ${value.length}`
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]))
}

function wordsOf(problem: ServiceError): unknown {
  const { error, code, description, details } = problem
  return { error, code, description, details }
}

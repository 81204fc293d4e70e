import {
  addPasskey,
  beginSecondStep,
  type Credentials,
  enableTwoFactor,
  getPasskeyCreationOptions,
  getPasskeyOrigins,
  getPasskeySignInOptions,
  listPasskeys,
  signIn as passwordSignIn,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  type UsedPasskeyCredential,
} from '@awan/protocol/account'
import type { ServiceError } from '@awan/protocol/errors'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure, PASSWORD, type TestAccount } from '../testing.ts'
import { createInternalTokens } from '../tokens/internal-token.ts'
import { createTestAuthenticator, type Lies, type TestAuthenticator } from './testing.ts'

const email = 'rahma@example.org'

interface Owner {
  credentials: Credentials
  sudoToken: string
}

async function signUpOwner(app: TestAccount, address = email): Promise<Owner> {
  const credentials = await app.signUp(address)
  return { credentials, sudoToken: await sudo(app, credentials) }
}

/** As `POST /v1/user/sudo` gives it, without the cost of a password hash for each test. */
function sudo(app: TestAccount, { access_token, sub }: Credentials): Promise<string> {
  const tokens = createInternalTokens({
    codeKey: app.secrets.codeKey,
    type: 'sudo',
    clock: app.clock,
  })
  return tokens.sign({ sub, sid: decodeJwt(access_token).sid }, 300_000)
}

function as({ credentials, sudoToken }: Owner) {
  return { accessToken: credentials.access_token, sudoToken }
}

async function register(
  app: TestAccount,
  owner: Owner,
  {
    authenticator = createTestAuthenticator(),
    name,
    lies,
  }: { authenticator?: TestAuthenticator; name?: string; lies?: Lies } = {},
) {
  const options = await app.call(getPasskeyCreationOptions, as(owner))
  const credential = authenticator.create(options, lies)
  const body = { credential, ...(name && { name }) }
  const passkey = await app.call(addPasskey, { ...as(owner), body })
  return { authenticator, passkey, credential }
}

async function signIn(app: TestAccount, authenticator: TestAuthenticator, lies?: Lies) {
  const options = await app.call(getPasskeySignInOptions)
  return present(app, authenticator.use(options, lies))
}

function present(app: TestAccount, credential: UsedPasskeyCredential) {
  return app.call(signInWithPasskey, { body: { credential } })
}

async function eventTypes(db: Database, sub: string) {
  const rows = await db.read((r) =>
    r.selectFrom('account_events').select('type').where('sub', '=', sub).orderBy('id').execute(),
  )
  return rows.map(({ type }) => type)
}

const denied = { error: 'access_denied', code: 4123 }
const stale = { error: 'expired_token', code: 4052 }

onEachDatabase((open) => {
  describe('adding a passkey', () => {
    test('the creation options require a discoverable passkey with user verification', async () => {
      const app = await createTestAccount(await open())
      const owner = await signUpOwner(app)
      const { passkey } = await register(app, owner)
      const options = await app.call(getPasskeyCreationOptions, as(owner))
      expect(options).toMatchObject({
        rp: { id: 'drive.example', name: 'Awan' },
        user: { name: email, id: Buffer.from(owner.credentials.sub).toString('base64url') },
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
        excludeCredentials: [{ id: passkey.id, type: 'public-key', transports: ['internal'] }],
        timeout: 300_000,
      })
    })

    test('adding a passkey sends a mail to the owner and records an event', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const owner = await signUpOwner(app)
      const { passkey } = await register(app, owner, { name: 'Telepon' })
      expect(passkey).toMatchObject({ name: 'Telepon', is_backed_up: false })
      expect(await app.call(listPasskeys, as(owner))).toEqual({ total: 1, data: [passkey] })
      await app.account.settled()
      expect(app.outbox.messages()[0]).toMatchObject({ to: email, purpose: 'passkeyAdded' })
      expect(await eventTypes(db, owner.credentials.sub)).toContain('account.passkey_added')
    })

    test("a passkey without a name gets the device's name", async () => {
      const app = await createTestAccount(await open())
      const { passkey } = await register(app, await signUpOwner(app))
      expect(passkey.name).toBe('PC-Chrome')
    })

    test('adding a passkey needs a sudo token, for the options and for the passkey', async () => {
      const app = await createTestAccount(await open())
      const owner = await signUpOwner(app)
      const { accessToken } = as(owner)
      const forbidden = { error: 'permission_denied' }
      expect(await failure(app.call(getPasskeyCreationOptions, { accessToken }))).toMatchObject(
        forbidden,
      )
      const options = await app.call(getPasskeyCreationOptions, as(owner))
      const body = { credential: createTestAuthenticator().create(options) }
      expect(await failure(app.call(addPasskey, { accessToken, body }))).toMatchObject(forbidden)
    })

    test('a new passkey for another site or without user verification is refused', async () => {
      const app = await createTestAccount(await open())
      const owner = await signUpOwner(app)
      const lies: Lies[] = [
        { origin: 'https://drive.example.evil' },
        { origin: 'http://drive.example' },
        { rpId: 'evil.example' },
        { type: 'webauthn.get' },
        { isUserVerified: false },
      ]
      for (const lie of lies) {
        expect(await failure(register(app, owner, { lies: lie }))).toMatchObject({
          error: 'invalid_argument',
        })
      }
      expect(await app.call(listPasskeys, as(owner))).toEqual({ total: 0, data: [] })
    })

    test('a creation challenge works once, within five minutes, in the session that requested it', async () => {
      const app = await createTestAccount(await open())
      const owner = await signUpOwner(app)
      const { credential } = await register(app, owner)
      const send = (from: Owner, sent = credential) =>
        failure(app.call(addPasskey, { ...as(from), body: { credential: sent } }))
      expect(await send(owner)).toMatchObject(stale)

      const options = await app.call(getPasskeyCreationOptions, as(owner))
      const other = createTestAuthenticator().create(options)
      const elsewhere = await app.signIn(email)
      const sameOwner = { credentials: elsewhere, sudoToken: await sudo(app, elsewhere) }
      expect(await send(sameOwner, other)).toMatchObject(stale)
      expect(await send(await signUpOwner(app, 'siti@example.org'), other)).toMatchObject(stale)

      const signInOptions = await app.call(getPasskeySignInOptions)
      const lie = { challenge: signInOptions.challenge }
      expect(await failure(register(app, owner, { lies: lie }))).toMatchObject(stale)

      app.clock.advance(300_000)
      const late = { ...owner, sudoToken: await sudo(app, owner.credentials) }
      expect(await send(late, other)).toMatchObject(stale)
    })

    test('a credential that is already registered cannot be added again', async () => {
      const app = await createTestAccount(await open())
      const { authenticator } = await register(app, await signUpOwner(app))
      const thief = await signUpOwner(app, 'siti@example.org')
      expect(await failure(register(app, thief, { authenticator }))).toMatchObject({
        error: 'already_exists',
      })
      expect(await app.call(listPasskeys, as(thief))).toMatchObject({ total: 0 })
    })

    test('an account has at most 25 passkeys, even when calls race', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const owner = await signUpOwner(app)
      for (let i = 0; i < 24; i++) await register(app, owner)
      const racing = await Promise.allSettled([register(app, owner), register(app, owner)])
      expect(racing.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await failure(register(app, owner))).toMatchObject({ error: 'resource_exhausted' })
    })
  })

  describe('signing in with a passkey', () => {
    test('signing in with a passkey needs neither a password nor a second step', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const owner = await signUpOwner(app)
      const { authenticator } = await register(app, owner)
      app.clock.advance(1000)
      const credentials = await signIn(app, authenticator)
      expect(credentials.sub).toBe(owner.credentials.sub)
      await app.account.guards.authenticate(credentials.access_token)
      const [passkey] = (await app.call(listPasskeys, as(owner))).data
      expect(passkey?.last_used_at).toBe('2026-01-01T00:00:01.000Z')
      const event = await db.read((r) =>
        r
          .selectFrom('account_events')
          .select('envelope')
          .where('type', '=', 'account.signed_in')
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow(),
      )
      expect(JSON.parse(event.envelope).data).toMatchObject({
        method: 'passkey',
        session_id: decodeJwt(credentials.access_token).sid,
      })
    })

    test('the sign-in options are the same for everybody and name no account', async () => {
      const app = await createTestAccount(await open())
      const empty = await app.call(getPasskeySignInOptions)
      await register(app, await signUpOwner(app))
      const full = await app.call(getPasskeySignInOptions)
      expect({ ...full, challenge: '' }).toEqual({ ...empty, challenge: '' })
      expect(full).toMatchObject({
        rpId: 'drive.example',
        userVerification: 'required',
        allowCredentials: [],
      })
      expect(full.challenge.length).toBe(empty.challenge.length)
      expect(full.challenge).not.toBe(empty.challenge)
    })

    test('a passkey answer works once, even when it is sent twice at the same moment', async () => {
      const app = await createTestAccount(await open())
      const { authenticator } = await register(app, await signUpOwner(app))
      const credential = authenticator.use(await app.call(getPasskeySignInOptions))
      const racing = await Promise.allSettled([present(app, credential), present(app, credential)])
      expect(racing.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await failure(present(app, credential))).toMatchObject(stale)
    })

    test('a passkey answer is refused five minutes after its challenge', async () => {
      const app = await createTestAccount(await open())
      const { authenticator } = await register(app, await signUpOwner(app))
      const options = await app.call(getPasskeySignInOptions)
      app.clock.advance(299_000)
      await present(app, authenticator.use(options))
      const late = await app.call(getPasskeySignInOptions)
      app.clock.advance(300_000)
      expect(await failure(present(app, authenticator.use(late)))).toMatchObject(stale)
    })

    test('a forged challenge and a challenge for adding a passkey do not sign in', async () => {
      const app = await createTestAccount(await open())
      const owner = await signUpOwner(app)
      const { authenticator } = await register(app, owner)
      const { challenge } = await app.call(getPasskeyCreationOptions, as(owner))
      const foreign = Buffer.from(owner.sudoToken).toString('base64url')
      for (const lie of [challenge, foreign, 'AAAA']) {
        expect(await failure(signIn(app, authenticator, { challenge: lie }))).toMatchObject(stale)
      }
    })

    test('an unknown passkey, a wrong signature and another site get the same answer', async () => {
      const app = await createTestAccount(await open())
      const { authenticator } = await register(app, await signUpOwner(app))
      const stranger = createTestAuthenticator()
      const answers = [
        await failure(signIn(app, stranger)),
        // The stranger's key under the owner's name.
        await failure(signIn(app, stranger, { id: authenticator.id })),
        await failure(signIn(app, authenticator, { origin: 'https://evil.example' })),
        await failure(signIn(app, authenticator, { rpId: 'evil.example' })),
        await failure(signIn(app, authenticator, { type: 'webauthn.create' })),
        await failure(signIn(app, authenticator, { isUserVerified: false })),
        await failure(signIn(app, authenticator, { userHandle: null })),
        await failure(signIn(app, authenticator, { userHandle: 'c29tZWJvZHkgZWxzZQ' })),
      ]
      for (const answer of answers) {
        expect(answer).toMatchObject(denied)
        expect(String(answer)).toBe(String(answers[0]))
      }
      await signIn(app, authenticator)
    })

    test('a passkey whose counter goes back is refused as a suspected copy and recorded', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const owner = await signUpOwner(app)
      const { authenticator } = await register(app, owner)
      await signIn(app, authenticator, { counter: 7 })
      for (const counter of [7, 3, 0]) {
        expect(await failure(signIn(app, authenticator, { counter }))).toMatchObject(denied)
      }
      const types = await eventTypes(db, owner.credentials.sub)
      expect(types.filter((type) => type === 'account.passkey_copy_suspected')).toHaveLength(3)
      // A forger without the key raises no alarm.
      const forger = createTestAuthenticator()
      await failure(signIn(app, forger, { id: authenticator.id, counter: 1 }))
      expect(await eventTypes(db, owner.credentials.sub)).toHaveLength(types.length)
      await signIn(app, authenticator, { counter: 8 })
    })

    test('an authenticator whose counter stays 0 is accepted', async () => {
      const app = await createTestAccount(await open())
      const { authenticator } = await register(app, await signUpOwner(app), {
        lies: { counter: 0 },
      })
      await signIn(app, authenticator, { counter: 0 })
      await signIn(app, authenticator, { counter: 0 })
    })

    test('[ACC-26] [ACC-28] only the holder of the passkey learns that an account is frozen or being deleted', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const { authenticator } = await register(app, await signUpOwner(app))
      const states = [
        ['FROZEN', 'cannot_unlock'],
        ['DELETING', 'account_freeze'],
      ] as const
      for (const [status, error] of states) {
        await db.write((w) => w.updateTable('users').set({ status }).execute())
        expect(await failure(signIn(app, authenticator))).toMatchObject({ error })
        const lie = { origin: 'https://evil.example' }
        expect(await failure(signIn(app, authenticator, lie))).toMatchObject(denied)
      }
    })

    test('a passkey of a deleted account does not sign in', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const { authenticator } = await register(app, await signUpOwner(app))
      await db.write((w) => w.deleteFrom('users').execute())
      expect(await failure(signIn(app, authenticator))).toMatchObject(denied)
    })

    test('the well-known document lists the other origins that may use our passkeys', async () => {
      const app = await createTestAccount(await open(), {
        allowedOrigins: ['https://app.example.org'],
      })
      const reply = { header: () => undefined }
      const route = app.account.routes.find(({ endpoint }) => endpoint === getPasskeyOrigins)
      expect(route?.endpoint.path).toBe('/.well-known/webauthn')
      expect(await route?.handle({ reply } as never)).toEqual({
        origins: ['https://drive.example', 'https://app.example.org'],
      })
    })

    test('a page of an allowed origin may use a passkey, a page of another origin may not', async () => {
      const origin = 'https://app.drive.example'
      const app = await createTestAccount(await open(), { allowedOrigins: [origin] })
      const { authenticator } = await register(app, await signUpOwner(app), { lies: { origin } })
      await signIn(app, authenticator, { origin })
      await signIn(app, authenticator)
      const lie = { origin: 'https://other.drive.example' }
      expect(await failure(signIn(app, authenticator, lie))).toMatchObject(denied)
    })
  })

  describe('a passkey as the second step', () => {
    const someSignIn = { body: { email, password: PASSWORD } }

    async function askForSecondStep(app: TestAccount): Promise<Record<string, string>> {
      const refusal = await failure(app.call(passwordSignIn, someSignIn))
      expect(refusal).toMatchObject({ error: 'two_factor_required', code: 4015 })
      const [detail] = (refusal as ServiceError).details as readonly {
        metadata: Record<string, string>
      }[]
      return detail?.metadata ?? {}
    }

    async function begin(app: TestAccount) {
      const { two_factor_token = '', methods = '' } = await askForSecondStep(app)
      expect(methods.split(' ')).toContain('PASSKEY')
      const body = { two_factor_token, method: 'PASSKEY' as const }
      const begun = await app.call(beginSecondStep, { body })
      const options = begun.options as { challenge: string; allowCredentials: unknown[] }
      return { options, token: begun.two_factor_token }
    }

    function finish(app: TestAccount, token: string, credential: UsedPasskeyCredential) {
      return app.call(passwordSignIn, {
        body: {
          ...someSignIn.body,
          two_factor_token: token,
          two_factor_code: JSON.stringify(credential),
        },
      })
    }

    async function registerWithSecondStep(app: TestAccount) {
      const owner = await signUpOwner(app)
      const registered = await register(app, owner)
      await app.call(enableTwoFactor, { ...as(owner), params: { method: 'PASSKEY' } })
      return { owner, ...registered }
    }

    test('[ACC-32] a passkey is offered as the second step after the password, and completes the sign-in', async () => {
      const app = await createTestAccount(await open())
      const { owner, authenticator } = await registerWithSecondStep(app)
      const { options, token } = await begin(app)
      expect(options).toMatchObject({
        rpId: 'drive.example',
        userVerification: 'required',
        allowCredentials: [{ id: authenticator.id, type: 'public-key' }],
      })
      const { sub } = await finish(app, token, authenticator.use(options))
      expect(sub).toBe(owner.credentials.sub)
    })

    test("a second step refuses a used answer, another person's passkey and an answer for another purpose", async () => {
      const app = await createTestAccount(await open())
      const { authenticator } = await registerWithSecondStep(app)
      const stranger = await register(app, await signUpOwner(app, 'siti@example.org'))
      const wrong = { error: 'invalid_two_factor', code: 4016 }

      const first = await begin(app)
      const used = authenticator.use(first.options)
      const second = await begin(app)
      expect(await failure(finish(app, second.token, used))).toMatchObject(wrong)
      await finish(app, first.token, used)
      expect(await failure(finish(app, second.token, used))).toMatchObject(wrong)

      const others = stranger.authenticator.use(second.options)
      expect(await failure(finish(app, second.token, others))).toMatchObject(wrong)
      const forSignIn = authenticator.use(await app.call(getPasskeySignInOptions))
      expect(await failure(finish(app, second.token, forSignIn))).toMatchObject(wrong)
      // And the other way round: a second step alone signs nobody in.
      expect(await failure(present(app, authenticator.use(second.options)))).toMatchObject(stale)
    })

    test('a second step refuses text that is not a passkey answer', async () => {
      const app = await createTestAccount(await open())
      await registerWithSecondStep(app)
      const { token } = await begin(app)
      for (const code of ['{', '{"id":"a","rawId":"a","type":"public-key"}']) {
        const body = { ...someSignIn.body, two_factor_token: token, two_factor_code: code }
        expect(await failure(app.call(passwordSignIn, { body }))).toMatchObject({
          error: 'invalid_two_factor',
        })
      }
    })
  })

  describe('managing passkeys', () => {
    test('a passkey can be renamed and removed, and the owner gets a mail about the removal', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const owner = await signUpOwner(app)
      const { authenticator, passkey } = await register(app, owner)
      const params = { id: passkey.id }
      const { accessToken } = as(owner)
      const renamed = await app.call(renamePasskey, {
        accessToken,
        params,
        body: { name: 'Kunci' },
      })
      expect(renamed).toEqual({ ...passkey, name: 'Kunci' })

      expect(await failure(app.call(removePasskey, { accessToken, params }))).toMatchObject({
        error: 'permission_denied',
      })
      expect(await app.call(removePasskey, { ...as(owner), params })).toEqual({})
      expect(await app.call(listPasskeys, as(owner))).toEqual({ total: 0, data: [] })
      expect(await failure(signIn(app, authenticator))).toMatchObject(denied)
      await app.account.settled()
      expect(app.outbox.messages()[0]).toMatchObject({ to: email, purpose: 'passkeyRemoved' })
      expect(await eventTypes(db, owner.credentials.sub)).toContain('account.passkey_removed')
    })

    test("another person's passkey is answered like one that does not exist", async () => {
      const app = await createTestAccount(await open())
      const owner = await signUpOwner(app)
      const { passkey, authenticator } = await register(app, owner)
      const stranger = await signUpOwner(app, 'siti@example.org')
      for (const id of [passkey.id, 'unknown']) {
        const params = { id }
        const body = { name: 'mine' }
        const renamed = failure(app.call(renamePasskey, { ...as(stranger), params, body }))
        const removed = failure(app.call(removePasskey, { ...as(stranger), params }))
        expect(await renamed).toMatchObject({ error: 'not_found' })
        expect(String(await removed)).toBe(String(await renamed))
      }
      await signIn(app, authenticator)
      expect((await app.call(listPasskeys, as(owner))).data).toMatchObject([{ name: passkey.name }])
    })

    test('a passkey that is the last way to sign in cannot be removed, even when calls race', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const owner = await signUpOwner(app)
      const ids = [(await register(app, owner)).passkey.id, (await register(app, owner)).passkey.id]
      await db.write((w) =>
        w.updateTable('users').set({ email: null, password_hash: null }).execute(),
      )
      const racing = await Promise.allSettled(
        ids.map((id) => app.call(removePasskey, { ...as(owner), params: { id } })),
      )
      expect(racing.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const [left] = (await app.call(listPasskeys, as(owner))).data
      const last = { ...as(owner), params: { id: left?.id ?? '' } }
      expect(await failure(app.call(removePasskey, last))).toMatchObject({
        error: 'failed_precondition',
        code: 9,
      })
      expect(await app.call(listPasskeys, as(owner))).toMatchObject({ total: 1 })
    })
  })
})

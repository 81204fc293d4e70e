import { createHash, randomBytes } from 'node:crypto'
import {
  beginSudoVisit,
  type Credentials,
  finishSudoVisit,
  getMe,
  grantSudo,
} from '@awan/protocol/account'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { failure, type TestAccount } from '../testing.ts'
import { type IdentityProvider, startIdentityProvider } from './testing/identity-provider.ts'
import { beginVisit, CALLBACK, finishVisit } from './testing/provider-journey.ts'
import { createStage, MINUTE_MS, signUp } from './testing/stage.ts'

let idp: IdentityProvider
beforeAll(async () => {
  idp = await startIdentityProvider(CALLBACK)
})
afterAll(() => idp[Symbol.asyncDispose]())
const { openAccount, prove } = createStage(() => idp)

const email = 'sari@home.example'

/** Somebody who has nothing but an account at the identity provider. */
async function openProviderOnly(db: Database) {
  const account = await openAccount(db)
  const person = await signUp(account, email, await prove(account, 'sari'))
  await db.write((w) =>
    w.updateTable('users').set({ email: null }).where('sub', '=', person.sub).execute(),
  )
  return { account, person }
}

async function begin(account: TestAccount, { access_token: accessToken }: Credentials) {
  const verifier = randomBytes(32).toString('base64url')
  const { uri } = await account.call(beginSudoVisit, {
    body: {
      provider_id: 'oidc',
      redirect_uri: CALLBACK,
      state: 'mine',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    },
    accessToken,
  })
  return { uri, verifier }
}

function finish(
  account: TestAccount,
  { access_token: accessToken }: Credentials,
  { back, verifier }: { back: URLSearchParams; verifier: string },
) {
  const body = {
    provider_id: 'oidc',
    provider_code: back.get('code') ?? '',
    provider_redirect_uri: CALLBACK,
    code_verifier: verifier,
    iss: back.get('iss') ?? '',
  }
  return account.call(finishSudoVisit, { body, accessToken })
}

onEachDatabase((open) => {
  test('[ACC-42] a person with only a provider account signs in there again to get sudo, once per visit', async () => {
    const { account, person } = await openProviderOnly(await open())
    const { uri, verifier } = await begin(account, person)
    expect(new URL(uri).searchParams.get('prompt')).toBe('login')
    expect(new URL(uri).searchParams.get('max_age')).toBe('300')
    const back = await idp.visit(uri, 'sari')
    const { provider_token } = await finish(account, person, { back, verifier })

    const accessToken = person.access_token
    const body = { provider_token }
    const { sudo_token } = await account.call(grantSudo, { body, accessToken })
    const { guards } = account.account
    await guards.checkSudo(await guards.authenticate(accessToken), sudo_token)
    const again = account.call(grantSudo, { body, accessToken })
    expect(await failure(again)).toMatchObject({ error: 'expired_token' })
    const late = await begin(account, person)
    const lateBack = await idp.visit(late.uri, 'sari')
    const lateToken = await finish(account, person, { back: lateBack, verifier: late.verifier })
    account.clock.advance(5 * MINUTE_MS)
    const tooLate = account.call(grantSudo, {
      body: { provider_token: lateToken.provider_token },
      accessToken,
    })
    expect(await failure(tooLate)).toMatchObject({ error: 'expired_token' })
  })

  test('a provider visit by another person, for another session or for sign-in gives no sudo', async () => {
    const { account, person } = await openProviderOnly(await open())
    const accessToken = person.access_token
    const other = await begin(account, person)
    const stranger = { back: await idp.visit(other.uri, 'budi'), verifier: other.verifier }
    expect(await failure(finish(account, person, stranger))).toMatchObject({
      error: 'access_denied',
    })

    // A visit to sign in, though it was the same person: nobody was asked anything for it.
    const plain = await beginVisit(account)
    const seen = { back: await idp.visit(plain.uri, 'sari'), verifier: plain.verifier }
    expect(await failure(finish(account, person, seen))).toMatchObject({ error: 'expired_token' })
    const body = { provider_token: await prove(account, 'sari') }
    expect(await failure(account.call(grantSudo, { body, accessToken }))).toMatchObject({
      error: 'expired_token',
    })

    // And the other way round: a visit for sudo signs nobody in, and is nobody else's.
    const mine = await begin(account, person)
    const back = await idp.visit(mine.uri, 'sari')
    const params = { code_verifier: mine.verifier }
    const used = finishVisit(account, { code: back.get('code') ?? '', params })
    expect(await failure(used)).toMatchObject({ error: 'expired_token' })
    const elsewhere = await signUp(account, 'new@home.example')
    const visit = { back, verifier: mine.verifier }
    expect(await failure(finish(account, elsewhere, visit))).toMatchObject({
      error: 'expired_token',
    })
    const { provider_token } = await finish(account, person, visit)
    const stolen = account.call(grantSudo, {
      body: { provider_token },
      accessToken: elsewhere.access_token,
    })
    expect(await failure(stolen)).toMatchObject({ error: 'expired_token' })
    expect(await failure(begin(account, elsewhere))).toMatchObject({ error: 'not_found' })
  })

  test('a provider sign-in from before the visit gives no sudo', async () => {
    const db = await open()
    const { account, person } = await openProviderOnly(db)
    const { uri, verifier } = await begin(account, person)
    // As if the person had been signed in there an hour before the visit began.
    await db.write((w) =>
      w
        .updateTable('provider_states')
        .set((eb) => ({ expires_at: eb('expires_at', '+', 60 * MINUTE_MS) }))
        .execute(),
    )
    const back = await idp.visit(uri, 'sari')
    expect(await failure(finish(account, person, { back, verifier }))).toMatchObject({
      error: 'access_denied',
    })
    await account.call(getMe, { accessToken: person.access_token })
  })

  test('a provider that does not report the sign-in time gives sudo only to a person without another proof', async () => {
    const db = await open()
    const { account, person } = await openProviderOnly(db)
    const visit = async () => {
      const { uri, verifier } = await begin(account, person)
      // A third party that knows nothing of re-authentication: the question is lost on the way.
      const silent = new URL(uri)
      for (const name of ['prompt', 'max_age']) silent.searchParams.delete(name)
      return { back: await idp.visit(silent.href, 'sari'), verifier }
    }
    expect(await finish(account, person, await visit())).toMatchObject({ expires_in: 300 })
    await db.write((w) =>
      w
        .updateTable('users')
        .set({ email: 'sari@home.example' })
        .where('sub', '=', person.sub)
        .execute(),
    )
    const error = await failure(finish(account, person, await visit()))
    expect(error).toMatchObject({ error: 'access_denied' })
  })
})

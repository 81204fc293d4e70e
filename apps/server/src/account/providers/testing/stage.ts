import { grantSudo, startCaptcha, unbindProvider } from '@awan/protocol/account'
import type { Database } from '../../../db/database.ts'
import { ManualClock } from '../../../kernel/clock.ts'
import { Secret } from '../../../kernel/secret.ts'
import type { AccountOptions } from '../../account-options.ts'
import { createTestAccount, type TestAccount } from '../../testing.ts'
import { APP, CLIENT, type IdentityProvider } from './identity-provider.ts'
import { beginVisit, finishVisit, someProvider } from './provider-journey.ts'

export const MINUTE_MS = 60_000

/** The account layer beside a real identity provider. */
export interface Stage {
  openAccount(
    db: Database,
    options?: Pick<AccountOptions, 'allowedOrigins' | 'allowsAnonymous'>,
  ): Promise<TestAccount>
  /** A provider token of this person at the identity provider. */
  prove(account: TestAccount, person: string): Promise<string>
}

/** A function that gives the provider, since suites start theirs before all tests. */
export function createStage(idp: () => IdentityProvider): Stage {
  return {
    openAccount(db, options = {}) {
      const provider = someProvider({
        name: 'Home IdP',
        clientId: CLIENT.id,
        clientSecret: new Secret(CLIENT.secret),
        issuer: idp().issuer,
        appClientIds: [APP],
      })
      // The identity provider lives by the real clock.
      const clock = new ManualClock(Date.now())
      return createTestAccount(db, { providers: [provider], env: 'development', clock, ...options })
    },
    async prove(account, person) {
      const { uri, verifier } = await beginVisit(account)
      const back = await idp().visit(uri, person)
      const params = { code_verifier: verifier, iss: back.get('iss') ?? '' }
      const answer = await finishVisit(account, { code: back.get('code') ?? '', params })
      return answer.provider_token
    },
  }
}

/** Without a password: a hash costs more than all the rest of these tests. */
export async function signUp(account: TestAccount, email: string, provider_token?: string) {
  return account.signUp(email, {
    password: undefined,
    ...(provider_token === undefined ? {} : { provider_token }),
  })
}

/** By a code to the mailbox: these people have no password. */
export async function sudo(account: TestAccount, email: string, accessToken: string) {
  account.clock.advance(MINUTE_MS)
  const body = { verification_token: await account.verify(email, 'DEFAULT') }
  return (await account.call(grantSudo, { body, accessToken })).sudo_token
}

export async function unbind(account: TestAccount, accessToken: string, sudoToken?: string) {
  const action = 'DELETE:/v1/user/provider/{provider_id}'
  const { captcha_token = '' } = await account.call(startCaptcha, { body: { action, meta: {} } })
  return account.call(unbindProvider, {
    params: { provider_id: 'oidc' },
    accessToken,
    ...(sudoToken === undefined ? {} : { sudoToken }),
    captchaToken: captcha_token,
  })
}

/** What the log of events says of third parties, in alphabetical order. */
export async function providerEvents(db: Database, sub: string): Promise<string[]> {
  const rows = await db.read((reader) =>
    reader
      .selectFrom('account_events')
      .select('type')
      .where('sub', '=', sub)
      .where('type', 'like', 'account.provider%')
      .execute(),
  )
  return rows.map(({ type }) => type).sort()
}

import type { BodySent } from '@awan/protocol'
import { type Credentials, createAppPassword } from '@awan/protocol/account'
import { decodeJwt } from 'jose'
import type { TestAccount } from '../testing.ts'
import { createInternalTokens } from '../tokens/internal-token.ts'

/** A session with a sudo token, as `POST /v1/user/sudo` gives it, without the cost of a password hash. */
export async function withSudo(app: TestAccount, { access_token, sub }: Credentials) {
  const { clock, secrets } = app
  const tokens = createInternalTokens({ codeKey: secrets.codeKey, type: 'sudo', clock })
  const sudoToken = await tokens.sign({ sub, sid: decodeJwt(access_token).sid }, 300_000)
  return { accessToken: access_token, sudoToken }
}

export async function makeAppPassword(
  app: TestAccount,
  owner: Credentials,
  body: Partial<BodySent<typeof createAppPassword>> = {},
) {
  const sent = { body: { name: 'Laptop', ...body } }
  return app.call(createAppPassword, { ...(await withSudo(app, owner)), ...sent })
}

/** What a door does with the user name and the password that a program has sent. */
export function enter(
  app: TestAccount,
  userName: string,
  password: string,
  { address = '198.51.100.4', userAgent = 'davfs2/1.6.1' as string | undefined } = {},
) {
  return app.account.appPasswords.authenticate({ userName, password, address, userAgent })
}

import type { Credentials, signIn } from '@awan/protocol/account'
import type { AccountContext } from './account-context.ts'
import { toContact } from './contact.ts'

export interface SignIn {
  /**
   * Signs in with a phone number (`+...`), an e-mail address or a user name. A captcha is solved
   * when the server asks for one.
   *
   * @example await client.signIn.withPassword({ username: 'ana@example.org', password })
   */
  withPassword(payload: { username: string; password: string }): Promise<Credentials>
}

export function createSignIn({ request, clientId, accept }: AccountContext): SignIn {
  return {
    async withPassword({ username, password }) {
      const contact = toContact(username)
      return accept(
        await request<typeof signIn>('POST', '/v1/auth/signin', {
          captcha: { meta: { ...contact } },
          body: { ...contact, password, client_id: clientId },
        }),
      )
    },
  }
}

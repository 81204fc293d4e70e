import type { AnswerOf, BodySent } from '@awan/protocol'
import type {
  addPasskey,
  getPasskeyCreationOptions,
  listPasskeys,
  Passkey,
  removePasskey,
  renamePasskey,
} from '@awan/protocol/account'
import type { SudoToken } from '../account/sudo-token.ts'
import { withSudo } from '../account/with-sudo.ts'
import type { CentreHost } from './centre-host.ts'

/** Options and credentials are those of the browser, in the JSON of WebAuthn Level 3. */
export interface Passkeys {
  /**
   * The options for creating a passkey in the browser; valid for five minutes.
   *
   * @example const credential = await makePasskey(client, await centre.passkeys.creationOptions({ sudo_token }))
   */
  creationOptions(payload: SudoToken): Promise<AnswerOf<typeof getPasskeyCreationOptions>>
  /**
   * Adds a passkey that the browser has created.
   *
   * @example const passkey = await centre.passkeys.add({ credential, name: 'Laptop', sudo_token })
   */
  add(payload: BodySent<typeof addPasskey> & SudoToken): Promise<Passkey>
  /**
   * The passkeys of the signed-in user, oldest first.
   *
   * @example const { data } = await centre.passkeys.list()
   */
  list(): Promise<AnswerOf<typeof listPasskeys>>
  /**
   * Renames a passkey.
   *
   * @example await centre.passkeys.rename(passkey.id, { name: 'Phone' })
   */
  rename(id: string, payload: BodySent<typeof renamePasskey>): Promise<Passkey>
  /**
   * Removes a passkey; refused for the last way to sign in.
   *
   * @example await centre.passkeys.remove(passkey.id, { sudo_token })
   */
  remove(id: string, payload: SudoToken): Promise<void>
}

export function createPasskeys({ request }: CentreHost): Passkeys {
  return {
    creationOptions: ({ sudo_token }) =>
      request<typeof getPasskeyCreationOptions>(
        'POST',
        '/v1/user/passkeys/options',
        withSudo(sudo_token),
      ),
    add: ({ sudo_token, ...body }) =>
      request<typeof addPasskey>('POST', '/v1/user/passkeys', { ...withSudo(sudo_token), body }),
    list: () => request<typeof listPasskeys>('GET', '/v1/user/passkeys', { auth: true }),
    rename: (id, { name }) =>
      request<typeof renamePasskey>('PATCH', '/v1/user/passkeys/{id}', {
        auth: true,
        params: { id },
        body: { name },
      }),
    async remove(id, { sudo_token }) {
      await request<typeof removePasskey>('DELETE', '/v1/user/passkeys/{id}', {
        ...withSudo(sudo_token),
        params: { id },
      })
    },
  }
}

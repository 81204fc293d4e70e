import { ServiceError } from '@awan/protocol/errors'
import { isFilledText } from '../fields.ts'
import { wrongParam } from '../wrong-param.ts'
import type { Authorize } from './authorize.ts'
import type { CredentialStore, KeptAccount } from './credential-store.ts'

/** The accounts that this device can act for; more than one with the option `keepAccounts`. */
export interface Accounts {
  /**
   * Every account that is kept, the same list until one comes or goes. `session.subscribe` tells when.
   *
   * @example const others = client.accounts.list().filter((account) => !account.isCurrent)
   */
  list(): readonly KeptAccount[]
  /**
   * Makes another kept account the current one, here and in the other tabs.
   *
   * @example client.accounts.switchTo(account.sub)
   */
  switchTo(sub: string): void
  /**
   * An access token of a kept account that need not be the current one, renewed if it was due.
   *
   * @example const anonymous_token = await client.accounts.accessToken(guest.sub)
   */
  accessToken(sub: string): Promise<string>
}

export function createAccounts(store: CredentialStore, authorize: Authorize): Accounts {
  return {
    list: store.accounts,
    switchTo(sub) {
      if (store.switchTo(sub)) return
      throw new ServiceError('not_found', { description: 'this account is not stored here' })
    },
    async accessToken(sub) {
      if (!isFilledText(sub)) throw wrongParam('sub')
      return (await authorize.prepare(sub)).credentials.access_token
    },
  }
}

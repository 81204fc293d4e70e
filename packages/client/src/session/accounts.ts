import { ServiceError } from '@awan/protocol/errors'
import { isFilledText } from '../fields.ts'
import { wrongParam } from '../wrong-param.ts'
import type { Authorize } from './authorize.ts'
import type { CredentialStore, KeptAccount } from './credential-store.ts'

/** The accounts that this device can act for; more than one with the option `keepAccounts`. */
export interface Accounts {
  /**
   * Every stored account; the same list until it changes. `session.subscribe` reports changes.
   *
   * @example const others = client.accounts.list().filter((account) => !account.isCurrent)
   */
  list(): readonly KeptAccount[]
  /**
   * Makes another stored account the current one, here and in the other tabs.
   *
   * @example client.accounts.switchTo(account.sub)
   */
  switchTo(sub: string): void
  /**
   * An access token of any stored account, refreshed if it was due.
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

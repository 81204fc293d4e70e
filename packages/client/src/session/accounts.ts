import { ServiceError } from '@awan/protocol/errors'
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
}

export function createAccounts(store: CredentialStore): Accounts {
  return {
    list: store.accounts,
    switchTo(sub) {
      if (store.switchTo(sub)) return
      throw new ServiceError('not_found', { description: 'no such account is kept here' })
    },
  }
}

import type { Credentials } from '@awan/protocol/account'
import type { RequestFunction } from '../request/call.ts'
import type { CredentialStore } from '../session/credential-store.ts'

/** What the account calls share. */
export interface AccountContext {
  request: RequestFunction
  clientId: string
  store: CredentialStore
  /** Keeps a token answer: from now on its person is signed in. */
  accept(answer: Credentials): Credentials
}

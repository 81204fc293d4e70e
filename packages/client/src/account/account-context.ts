import type { Credentials } from '@awan/protocol/account'
import type { RequestFunction } from '../request/call.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { CredentialStore } from '../session/credential-store.ts'

/** What the account calls share. */
export interface AccountContext {
  request: RequestFunction
  runtime: Runtime
  clientId: string
  clientSecret: string | undefined
  store: CredentialStore
  /** Aborted when the client is disposed. */
  disposed: AbortSignal
  /** Keeps a token answer: from now on its person is signed in. */
  accept<T extends AcceptedCredentials>(answer: T): T
}

/** Any token answer; the older sign-in by token gives no refresh token. */
export type AcceptedCredentials = Omit<Credentials, 'refresh_token'> & {
  refresh_token?: string | undefined
}

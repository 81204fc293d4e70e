import type { LoadRequest } from '../load.ts'

/** An account server under load: what each of its people, one to a connection, asks of it. */
export interface AccountServer extends AsyncDisposable {
  /** With its version or its database. */
  name: string
  url: string
  /** By its password. */
  signIn?(connection: number): LoadRequest
  /** Who am I, by whatever proves the session. */
  readSession?(connection: number): LoadRequest
  refresh?(refreshToken: string): LoadRequest
  /** One for each connection, each of a session of its own; they work once. */
  refreshTokens?: string[]
}

export const PEOPLE = 8
export const SESSIONS = 64

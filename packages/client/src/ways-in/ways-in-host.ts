import type { AwanClient } from '../client.ts'

/** What the other ways in need of the account client. */
export type WaysInHost = Pick<AwanClient, 'request' | 'clientId' | 'signIn'>

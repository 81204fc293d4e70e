import type { AwanClient } from '../client.ts'

/** What administration needs of the account client. */
export type AdminHost = Pick<AwanClient, 'request'>

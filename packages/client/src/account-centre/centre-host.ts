import type { AwanClient } from '../client.ts'

/** What the account centre needs of the account client. */
export type CentreHost = Pick<AwanClient, 'request' | 'open' | 'runtime' | 'clientId' | 'signOut'>

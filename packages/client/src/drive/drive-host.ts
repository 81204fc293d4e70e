import type { AwanClient } from '../client.ts'

/** What a drive needs of the account client. */
export type DriveHost = Pick<AwanClient, 'request' | 'open' | 'runtime' | 'origins'>

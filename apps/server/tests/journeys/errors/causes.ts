import { CHECKSUM_MISMATCH_STATUS } from '@awan/protocol/drive'
import type { ErrorName } from '@awan/protocol/errors'
import { accountCauses } from './account-causes.ts'
import { appCauses } from './app-causes.ts'
import type { Causes } from './cause.ts'
import { driveCauses } from './drive-causes.ts'
import { outageCauses } from './outage-causes.ts'

/** How each error that a server can cause is caused. */
export const causes: Causes = {
  ...accountCauses,
  ...appCauses,
  ...driveCauses,
  ...outageCauses,
}

/** Where the answer has another status than the catalogue gives the name, and why. */
export const otherStatuses: Partial<Record<ErrorName, number>> = {
  // RFC 8628, 3.5: a device that polls is answered with 400.
  access_denied: 400,
  // Bytes were damaged on their way: the number is tus's, and nothing has failed in the server.
  data_loss: CHECKSUM_MISMATCH_STATUS,
  // It stands for a limit on the standard endpoints, which clients know by this status.
  temporarily_unavailable: 429,
  // The browser is sent back to the app, with the error in the address.
  request_not_supported: 303,
  request_uri_not_supported: 303,
}

/** Names that no server says in the table above, and why. */
export const uncaused: Partial<Record<ErrorName, string>> = {
  cancelled:
    'answers a sender who cut the connection, so nobody hears it; clients give it for what they cancel (src/drive/uploads)',
  deadline_exceeded:
    'takes another clock than the server has: deadline.test.ts causes it by database work of 10 s; a request that drips for 300 s is the other way',
  unknown: 'what clients make of a name that they do not know; a server knows what it says',
  account_selection_required:
    'reserved: which accounts a browser keeps, only its page knows; a bearer token names one',
  invalid_request_object:
    'reserved: request objects are refused as such, with request_not_supported, and never read',
  unreachable: 'of clients: no answer came',
  local: 'of clients: a call was made wrongly',
  local_third_party: 'of clients: a third party failed inside of the page',
  local_provider_account: "of clients: a third party's account failed inside of the page",
}

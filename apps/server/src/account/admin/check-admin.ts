import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { SignedIn } from '../../http/route.ts'
import { isFirstPartyClient } from '../clients/clients.ts'
import { findUser } from '../users/users.ts'

/**
 * Looked up at every call, so that a dismissed administrator loses access at once. A third-party app
 * never administers, no matter who signed in to it; nor does a session from a device code, whose owner may
 * have been talked into approving the device of a stranger.
 */
export function createCheckAdmin({ db }: { db: Database }): (user: SignedIn) => Promise<void> {
  return async ({ sub, clientId, byDeviceCode }) => {
    const user = await db.read((reader) => findUser(reader, sub))
    if (user?.is_admin !== 1 || user.status !== 'ACTIVE' || !isFirstPartyClient(clientId)) {
      throw new ServiceError('permission_denied', {
        description: 'only administrators may do this',
      })
    }
    if (byDeviceCode) {
      throw new ServiceError('permission_denied', {
        description:
          'a session that was opened by a device code cannot administer; sign in with a password, a passkey or a provider',
      })
    }
  }
}

import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { AppGrantRow } from '../../db/tables.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Client, Clients } from '../apps/clients.ts'
import { deleteGrant, selectGrants } from '../apps/grants.ts'
import { deleteDeviceCodesOf } from '../device-code/device-code.ts'
import type { EventLog } from '../events/events.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { deleteCodesOf } from './codes.store.ts'

export interface AuthorizedApps {
  list(sub: string): Promise<{ grant: AppGrantRow; client: Client }[]>
  /** Ends the app's sessions of this person in the same moment. */
  revoke(clientId: string, user: SignedIn, caller: Caller): Promise<void>
}

export interface AuthorizedAppsParts {
  db: Database
  clients: Clients
  sessions: Sessions
  events: EventLog
}

export function createAuthorizedApps(parts: AuthorizedAppsParts): AuthorizedApps {
  const { db, clients, sessions, events } = parts
  return {
    list: (sub) =>
      db.read(async (reader) => {
        const apps: { grant: AppGrantRow; client: Client }[] = []
        for (const grant of await selectGrants(reader, sub)) {
          const client = await clients.find(reader, grant.client_id)
          if (client) apps.push({ grant, client })
        }
        return apps
      }),

    revoke: (clientId, { sub }, caller) =>
      db.write(async (writer) => {
        if (!(await deleteGrant(writer, { sub, clientId }))) {
          throw new ServiceError('not_found', { description: 'this app has no access' })
        }
        // What was approved and not collected yet goes as well.
        await deleteCodesOf(writer, { sub, clientId })
        await deleteDeviceCodesOf(writer, { sub, clientId })
        await sessions.endOfClient(writer, { sub, clientId })
        await events.record(writer, {
          type: 'account.app_revoked',
          sub,
          caller,
          data: { app_id: clientId },
        })
      }),
  }
}

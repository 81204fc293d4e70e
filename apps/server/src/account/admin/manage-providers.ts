import { ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { AccountEventType, EventLog } from '../events/events.ts'
import type {
  ProviderChange,
  ProviderSettings,
  ProviderView,
} from '../providers/provider-settings.ts'

/** Third parties, with an event for each change. */
export interface ManageProviders {
  list(): Promise<ProviderView[]>
  save(change: ProviderChange, admin: SignedIn, caller: Caller): Promise<ProviderView>
  remove(id: string, admin: SignedIn, caller: Caller): Promise<void>
}

export function createManageProviders({
  db,
  settings,
  events,
}: {
  db: Database
  settings: ProviderSettings
  events: EventLog
}): ManageProviders {
  return {
    list: () => db.read(settings.listProviderSettings),

    save: (change, admin, caller) =>
      db.write(async (writer) => {
        const { view, isMoved, unbound } = await settings.saveProviderSettings(writer, change)
        const { id, preset, clientId, issuer, isEnabled } = view
        await record(writer, 'provider.changed', admin, caller, {
          provider_id: id,
          preset,
          provider_client_id: clientId,
          ...(issuer !== undefined && { issuer }),
          is_enabled: isEnabled,
          is_secret_changed: change.clientSecret !== undefined,
          is_issuer_changed: isMoved,
          unbound_count: unbound.length,
        })
        await recordUnbound(writer, id, unbound)
        return view
      }),

    remove: (id, admin, caller) =>
      db.write(async (writer) => {
        const removed = await settings.removeProviderSettings(writer, id)
        if (!removed) {
          throw new ServiceError('not_found', {
            description: 'this provider has no saved settings',
          })
        }
        const data = { provider_id: id, unbound_count: removed.unbound.length }
        await record(writer, 'provider.removed', admin, caller, data)
        await recordUnbound(writer, id, removed.unbound)
      }),
  }

  /** In the history of the provider, where it outlives the account of the administrator. */
  function record(
    writer: Writer,
    type: AccountEventType,
    admin: SignedIn,
    caller: Caller,
    known: { provider_id: string } & Record<string, unknown>,
  ): Promise<void> {
    const data = { administrator: admin.sub, request_id: caller.requestId, ...known }
    // No id of a person has a colon.
    return events.record(writer, { type, sub: `provider:${known.provider_id}`, data })
  }

  async function recordUnbound(
    writer: Writer,
    id: string,
    people: readonly string[],
  ): Promise<void> {
    for (const sub of people) {
      const data = { provider_id: id, by: 'an administrator changed the issuer' }
      await events.record(writer, { type: 'account.provider_unbound', sub, data })
    }
  }
}

import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { AppRow } from '../../db/tables.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { AppFields, Apps } from '../apps/apps.ts'
import type { AccountEventType, EventLog } from '../events/events.ts'

export interface AppAdminContext {
  admin: SignedIn
  caller: Caller
}

/** Registered apps, with an event for each change. */
export interface ManageApps {
  list(): Promise<AppRow[]>
  get(id: string): Promise<AppRow>
  register(
    app: AppFields & { isConfidential: boolean },
    context: AppAdminContext,
  ): Promise<{ row: AppRow; secret: string | undefined }>
  change(id: string, changes: Partial<AppFields>, context: AppAdminContext): Promise<AppRow>
  renewSecret(id: string, context: AppAdminContext): Promise<{ row: AppRow; secret: string }>
  remove(id: string, context: AppAdminContext): Promise<void>
}

export function createManageApps({
  db,
  apps,
  events,
}: {
  db: Database
  apps: Apps
  events: EventLog
}): ManageApps {
  /** In the history of the app, where it outlives the account of the administrator. */
  const toEvent = (
    type: AccountEventType,
    { admin, caller }: AppAdminContext,
    known: { app_id: string } & Record<string, unknown>,
  ) => ({
    type,
    sub: known.app_id,
    data: { administrator: admin.sub, request_id: caller.requestId, ...known },
  })

  return {
    list: () => db.read(apps.list),

    get: async (id) => found(await db.read((reader) => apps.find(reader, id))),

    register: (app, context) =>
      db.write(async (writer) => {
        const registered = await apps.register(writer, { ...app, createdBy: context.admin.sub })
        const data = { app_id: registered.row.id, name: app.name, scope: registered.row.scope }
        await events.record(writer, toEvent('app.registered', context, data))
        return registered
      }),

    change: (id, changes, context) =>
      db.write(async (writer) => {
        const row = found(await apps.update(writer, id, changes))
        const data = { app_id: id, changed: Object.keys(changes), is_enabled: row.is_enabled === 1 }
        await events.record(writer, toEvent('app.changed', context, data))
        return row
      }),

    renewSecret: (id, context) =>
      db.write(async (writer) => {
        const secret = found(await apps.renewSecret(writer, id))
        await events.record(writer, toEvent('app.secret_renewed', context, { app_id: id }))
        return { row: found(await apps.find(writer, id)), secret }
      }),

    remove: (id, context) =>
      db.write(async (writer) => {
        const { name } = found(await apps.find(writer, id))
        await apps.remove(writer, id)
        await events.record(writer, toEvent('app.removed', context, { app_id: id, name }))
      }),
  }
}

function found<T>(row: T | undefined): T {
  if (row !== undefined) return row
  throw new ServiceError('not_found', { description: 'there is no such app' })
}

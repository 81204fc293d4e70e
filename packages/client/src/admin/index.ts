import type { AnswerOf } from '@awan/protocol'
import type {
  auditEvents,
  serverHealth,
  serverOverview,
  serverSettings,
} from '@awan/protocol/account'
import { guardFlows } from '../account/guard.ts'
import { toFields } from '../fields.ts'
import type { AdminHost } from './admin-host.ts'
import { type Apps, createApps } from './apps.ts'
import { createGroups, type Groups } from './groups.ts'
import { createServerLinks, type ServerLinks } from './links.ts'
import type { PageQuery } from './page-query.ts'
import { createProviderSettings, type ProviderSettings } from './provider-settings.ts'
import { createTeamDrives, type TeamDrives } from './team-drives.ts'
import { createUsage, type Usage } from './usage.ts'
import { createUsers, type Users } from './users.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

export type {
  AdminApp,
  AdminGroup,
  AdminGroupMember,
  AdminJob,
  AdminLink,
  AdminProvider,
  AdminSetting,
  AdminTeamDrive,
  AdminUsage,
  AdminUserDetails,
  AdminUserSummary,
  AdminWebhook,
  AdminWebhookDelivery,
} from '@awan/protocol/account'
export type { AdminHost } from './admin-host.ts'
export type { Apps } from './apps.ts'
export type { GroupMemberId, Groups, GroupsQuery } from './groups.ts'
export type { ServerLinks, ServerLinksQuery } from './links.ts'
export type { ProviderSettings } from './provider-settings.ts'
export type { TeamDrives, TeamDrivesQuery } from './team-drives.ts'
export type { JobsQuery, Usage, UsageQuery } from './usage.ts'
export type { UserSearch, Users, WithReason } from './users.ts'
export type { DeliveriesQuery, Webhooks } from './webhooks.ts'

export type EventsQuery = PageQuery<typeof auditEvents>

/** Calls for administrators. Other users get `permission_denied`. */
export interface Admin {
  readonly users: Users
  readonly apps: Apps
  readonly groups: Groups
  readonly links: ServerLinks
  readonly providers: ProviderSettings
  readonly webhooks: Webhooks
  readonly usage: Usage
  readonly drives: TeamDrives
  /**
   * The numbers of users, administrators, sessions, apps and webhooks.
   *
   * @example const { users, live_sessions } = await admin.overview()
   */
  overview(): Promise<AnswerOf<typeof serverOverview>>
  /**
   * The audit log of all accounts, newest first.
   *
   * @example const { events, next_page_token } = await admin.events({ sub, type: 'account.signed_in' })
   */
  events(query?: EventsQuery): Promise<AnswerOf<typeof auditEvents>>
  /**
   * The settings of the running server; for those that may contain a password only whether they are set.
   *
   * @example const { settings } = await admin.settings()
   */
  settings(): Promise<AnswerOf<typeof serverSettings>>
  /**
   * Whether the database, the blob store and the mail server answer, the free disk space, and the results
   * of the last backup and the last check.
   *
   * @example const { version, parts, disk } = await admin.health()
   */
  health(): Promise<AnswerOf<typeof serverHealth>>
}

/**
 * The administration of the server, for the signed-in user.
 *
 * @example
 * const admin = createAdmin(client)
 * const { users } = await admin.users.search({ status: 'PENDING' })
 */
export function createAdmin(client: AdminHost): Admin {
  const { request } = client
  return guardFlows({
    users: createUsers(client),
    apps: createApps(client),
    groups: createGroups(client),
    links: createServerLinks(client),
    providers: createProviderSettings(client),
    webhooks: createWebhooks(client),
    usage: createUsage(client),
    drives: createTeamDrives(client),
    overview: () => request<typeof serverOverview>('GET', '/v1/admin/overview', { auth: true }),
    events: (query = {}) =>
      request<typeof auditEvents>('GET', '/v1/admin/events', {
        auth: true,
        query: toFields(query),
      }),
    health: () => request<typeof serverHealth>('GET', '/v1/admin/health', { auth: true }),
    settings: () => request<typeof serverSettings>('GET', '/v1/admin/settings', { auth: true }),
  } satisfies Admin)
}

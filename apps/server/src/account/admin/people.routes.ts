import {
  type AdminUserDetails,
  type AdminUserSummary,
  deleteUser,
  endUserSessions,
  inspectUser,
  requirePasswordReset,
  revokeUserAppPassword,
  searchUsers,
  setAdministrator,
  setUserStatus,
  turnOffSecondStep,
} from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { UserRow } from '../../db/tables.ts'
import { type Route, route } from '../../http/route.ts'
import { maskEmail, maskPhoneNumber } from '../users/contact.ts'
import type { Inspected, People } from './people.ts'

export function peopleRoutes({ people }: { people: People }): Route[] {
  return [
    route(searchUsers, { admin: true }, async ({ query }) => {
      const { limit, page_token, administrators } = query
      const users = await people.search({
        query: query.query,
        status: query.status,
        isAdministrator: administrators && administrators === 'true',
        after: page_token === undefined ? undefined : parsePageToken(page_token),
        limit,
      })
      const last = users.length === limit ? users.at(-1) : undefined
      return { users: users.map(toSummary), ...(last && { next_page_token: toPageToken(last) }) }
    }),
    route(inspectUser, { admin: true }, async ({ params, user: admin, caller }) =>
      toDetails(await people.inspect(params.sub, { admin, caller })),
    ),
    route(setUserStatus, sensitive, async ({ params, body, user: admin, caller }) => {
      const { status, reason } = body
      return toSummary(await people.setStatus(params.sub, status, { admin, caller, reason }))
    }),
    route(requirePasswordReset, sensitive, async ({ params, body, user: admin, caller }) => {
      const context = { admin, caller, reason: body.reason }
      return toSummary(await people.requirePasswordReset(params.sub, context))
    }),
    route(turnOffSecondStep, sensitive, async ({ params, body, user: admin, caller }) => {
      const context = { admin, caller, reason: body.reason }
      return toSummary(await people.turnOffSecondStep(params.sub, context))
    }),
    route(endUserSessions, sensitive, async ({ params, body, user: admin, caller }) => ({
      ended: await people.endSessions(params.sub, { admin, caller, reason: body.reason }),
    })),
    route(revokeUserAppPassword, sensitive, async ({ params, user: admin, caller }) => {
      await people.revokeAppPassword(params.sub, params.id, { admin, caller })
      return {}
    }),
    route(setAdministrator, sensitive, async ({ params, body, user: admin, caller }) => {
      const { is_administrator } = body
      return toSummary(
        await people.setAdministrator(params.sub, is_administrator, { admin, caller }),
      )
    }),
    route(deleteUser, sensitive, async ({ params, user: admin, caller }) => {
      const user = await people.remove(params.sub, { admin, caller })
      return { ...toSummary(user), ...optionalTime('deletion_due_at', user.deletion_due_at) }
    }),
  ]
}

const sensitive = { admin: true, sudo: true } as const

/** `1767225600000.0mjv...`: when the last person of the page came, and who it is. */
function toPageToken({ created_at, sub }: UserRow): string {
  return `${created_at}.${sub}`
}

function parsePageToken(token: string): { createdAt: number; sub: string } {
  const [, createdAt, sub] = /^(\d{1,15})\.([\w=-]+)$/.exec(token) ?? []
  if (createdAt !== undefined && sub !== undefined) return { createdAt: Number(createdAt), sub }
  throw new ServiceError('invalid_argument', {
    description: 'page_token is not valid; leave it out to start at the first page',
  })
}

function toSummary(user: UserRow): AdminUserSummary {
  return {
    sub: user.sub,
    name: user.name,
    ...(user.username !== null && { username: user.username }),
    ...(user.email !== null && { email: maskEmail(user.email) }),
    ...(user.phone_number !== null && { phone_number: maskPhoneNumber(user.phone_number) }),
    ...(user.picture !== null && { picture: user.picture }),
    status: user.status,
    is_administrator: user.is_admin === 1,
    created_at: toTime(user.created_at),
  }
}

function toDetails({ user, methods, sessions, appPasswords }: Inspected): AdminUserDetails {
  return {
    ...toSummary(user),
    ...(user.email !== null && { email: user.email }),
    email_verified: user.email_verified === 1,
    ...(user.phone_number !== null && { phone_number: user.phone_number }),
    ...(user.locale !== null && { locale: user.locale }),
    ...(user.created_from !== null && { created_from: user.created_from }),
    updated_at: toTime(user.updated_at),
    ...optionalTime('password_updated_at', user.password_updated_at),
    password_reset_required: user.password_reset_required === 1,
    ...optionalTime('deletion_due_at', user.deletion_due_at),
    methods: {
      password: user.password_hash !== null,
      passkeys: methods.passkeys,
      providers: methods.providers,
      two_factor: methods.twoFactor,
      recovery_codes_left: methods.recoveryCodesLeft,
      trusted_devices: methods.trustedDevices,
      authorized_apps: methods.authorizedApps,
    },
    sessions: sessions.map((session) => ({
      id: session.id,
      client_id: session.client_id,
      ...(session.device_name !== null && { device_name: session.device_name }),
      ...(session.user_agent !== null && { user_agent: session.user_agent }),
      created_at: toTime(session.created_at),
      last_seen_at: toTime(session.last_seen_at),
    })),
    app_passwords: appPasswords.map((each) => ({
      id: each.id,
      name: each.name,
      read_only: each.read_only === 1,
      one_folder: each.folder_id !== null,
      created_at: toTime(each.created_at),
      ...optionalTime('expires_at', each.expires_at),
      ...optionalTime('last_used_at', each.last_used_at),
      ...(each.last_address !== null && { last_address: each.last_address }),
      ...(each.last_user_agent !== null && { last_program: each.last_user_agent }),
    })),
  }
}

function toTime(ms: number): string {
  return new Date(ms).toISOString()
}

function optionalTime<Name extends string>(
  name: Name,
  ms: number | null,
): Partial<Record<Name, string>> {
  return ms === null ? {} : ({ [name]: toTime(ms) } as Record<Name, string>)
}

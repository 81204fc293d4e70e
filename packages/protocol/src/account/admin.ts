import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { nothing } from './fields.ts'

const TAG = 'administration'

export const userStatuses = [
  'ACTIVE',
  'PENDING',
  'BLOCKED',
  'FROZEN',
  'UNDER_REVIEW',
  'DELETING',
] as const

const userSummary = z.object({
  sub: z.string(),
  name: z.string(),
  username: z.string().optional(),
  /** Masked. */
  email: z.string().optional(),
  /** Masked. */
  phone_number: z.string().optional(),
  picture: z.string().optional(),
  status: z.enum(userStatuses),
  is_administrator: z.boolean(),
  created_at: z.iso.datetime(),
})
export type AdminUserSummary = z.output<typeof userSummary>

const userDetails = userSummary.extend({
  /** In full: looking is an event that the person sees. */
  email: z.string().optional(),
  email_verified: z.boolean(),
  phone_number: z.string().optional(),
  locale: z.string().optional(),
  created_from: z.string().optional(),
  updated_at: z.iso.datetime(),
  password_updated_at: z.iso.datetime().optional(),
  password_reset_required: z.boolean(),
  deletion_due_at: z.iso.datetime().optional(),
  /** The ways in and the second steps that are set up. */
  methods: z.object({
    password: z.boolean(),
    passkeys: z.number().int(),
    providers: z.array(z.string()),
    two_factor: z.array(z.string()),
    recovery_codes_left: z.number().int(),
    trusted_devices: z.number().int(),
    authorized_apps: z.number().int(),
  }),
  sessions: z.array(
    z.object({
      id: z.string(),
      client_id: z.string(),
      device_name: z.string().optional(),
      user_agent: z.string().optional(),
      created_at: z.iso.datetime(),
      last_seen_at: z.iso.datetime(),
    }),
  ),
  /** Newest first. Which folder one opens is not told: it may have a name that says much. */
  app_passwords: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      read_only: z.boolean(),
      one_folder: z.boolean(),
      created_at: z.iso.datetime(),
      expires_at: z.iso.datetime().optional(),
      last_used_at: z.iso.datetime().optional(),
      last_address: z.string().optional(),
      last_program: z.string().optional(),
    }),
  ),
})
export type AdminUserDetails = z.output<typeof userDetails>

const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  page_token: z
    .string()
    .regex(/^[\w.=-]{1,256}$/)
    .optional(),
})
const sub = z.string().regex(/^[\w=-]{1,128}$/)
const params = z.object({ sub })
const reason = z.string().trim().max(500).optional()

export const searchUsers = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/users',
  summary: 'Find users by a part of their name, user name, contact or id; newest first',
  tag: TAG,
  query: pageQuery.extend({
    query: z
      .string()
      .trim()
      .max(254)
      .regex(/^[^\0]*$/)
      .optional(),
    status: z.enum(userStatuses).optional(),
    administrators: z.enum(['true', 'false']).optional(),
  }),
  answer: z.object({ users: z.array(userSummary), next_page_token: z.string().optional() }),
})

export const inspectUser = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/users/{sub}',
  summary:
    'Get one user with sessions and sign-in methods; the user sees this access in their history',
  tag: TAG,
  params,
  answer: userDetails,
  errors: ['not_found'],
})

/**
 * ACTIVE releases or approves; each of the others ends every session. What is in deletion is
 * restored by its owner alone.
 */
export const setUserStatus = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/users/{sub}/status',
  summary: 'Freeze, block, put under review, approve or release an account',
  tag: TAG,
  params,
  body: z.object({ status: z.enum(['ACTIVE', 'FROZEN', 'BLOCKED', 'UNDER_REVIEW']), reason }),
  answer: userSummary,
  errors: ['not_found', 'failed_precondition'],
})

export const requirePasswordReset = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/users/{sub}/password_reset',
  summary: 'End all sessions; the next sign-in needs a new password first',
  tag: TAG,
  params,
  body: z.object({ reason }),
  answer: userSummary,
  errors: ['not_found', 'failed_precondition'],
})

export const turnOffSecondStep = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/users/{sub}/two_factor/off',
  summary: 'Turn the second step off for a user who has lost every factor; all sessions end',
  tag: TAG,
  params,
  body: z.object({ reason }),
  answer: userSummary,
  errors: ['not_found', 'failed_precondition'],
})

export const endUserSessions = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/users/{sub}/sessions/end',
  summary: 'Sign a user out everywhere and revoke their app passwords, immediately',
  tag: TAG,
  params,
  body: z.object({ reason }),
  answer: z.object({ ended: z.number().int() }),
  errors: ['not_found'],
})

export const revokeUserAppPassword = defineEndpoint({
  method: 'DELETE',
  path: '/v1/admin/users/{sub}/app_passwords/{id}',
  summary: 'Revoke an app password of a user, immediately',
  tag: TAG,
  params: params.extend({ id: z.string().regex(/^[0-9a-z]{1,64}$/) }),
  answer: nothing,
  errors: ['not_found'],
})

export const setAdministrator = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/users/{sub}/administrator',
  summary: 'Appoint or dismiss an administrator; the last one cannot be dismissed',
  tag: TAG,
  params,
  body: z.object({ is_administrator: z.boolean() }),
  answer: userSummary,
  errors: ['not_found', 'failed_precondition'],
})

export const deleteUser = defineEndpoint({
  method: 'DELETE',
  path: '/v1/admin/users/{sub}',
  summary: 'Start the deletion of an account; its owner can restore it until the due time',
  tag: TAG,
  params,
  answer: userSummary.extend({ deletion_due_at: z.iso.datetime().optional() }),
  errors: ['not_found', 'failed_precondition'],
})

/** In the spec's event envelope. */
export const auditEvents = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/events',
  summary: 'List the audit log of all accounts, newest first',
  tag: TAG,
  query: pageQuery.extend({
    type: z
      .string()
      .regex(/^[\w.]{1,128}$/)
      .optional(),
    sub: sub.optional(),
    from: z.iso.datetime({ offset: true }).optional(),
    to: z.iso.datetime({ offset: true }).optional(),
  }),
  answer: z.object({
    events: z.array(
      z.looseObject({
        specversion: z.string(),
        id: z.string(),
        type: z.string(),
        source: z.string(),
        time: z.string(),
        subject: z.string().optional(),
        data: z.unknown().optional(),
      }),
    ),
    /** What the people of these events are called now, by their ids; who is gone has no name. */
    names: z.record(z.string(), z.string()),
    next_page_token: z.string().optional(),
  }),
})

export const serverOverview = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/overview',
  summary: 'Count users, administrators, sessions, apps and webhooks',
  tag: TAG,
  answer: z.object({
    users: z.object({ total: z.number().int(), by_status: z.record(z.string(), z.number().int()) }),
    administrators: z.number().int(),
    /** Sessions of everybody that can still be renewed. */
    live_sessions: z.number().int(),
    apps: z.number().int(),
    webhooks: z.number().int(),
    waiting_webhook_deliveries: z.number().int(),
    /** Of the last 24 hours. */
    last_day: z.object({
      sign_ups: z.number().int(),
      /** Sessions that began, after a sign-up too. */
      sign_ins: z.number().int(),
      failed_sign_ins: z.number().int(),
    }),
  }),
})

const setting = z.object({
  /** The name of its environment variable. */
  name: z.string(),
  is_set: z.boolean(),
  /** As it was written. Never of a setting that may hold a password. */
  value: z.string().optional(),
  is_secret: z.boolean(),
  /** What holds when it is not set: the value, or words. */
  default: z.string(),
  meaning: z.string(),
})
export type AdminSetting = z.output<typeof setting>

export const serverSettings = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/settings',
  summary: 'List the settings of the running server; secrets only as set or not set',
  tag: TAG,
  answer: z.object({ settings: z.array(setting) }),
})

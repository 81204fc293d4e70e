import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { appInfo, scopeInfo } from './authorize.ts'
import { clientId, clientSecret, nothing, opaqueToken } from './fields.ts'

const MAX_META = 16

/** CAL-12: a device without a keyboard asks for a code that a person types elsewhere (RFC 8628). */
export const startDevice = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/device/code',
  summary: 'Get a device code to sign in from another device',
  tag: 'account',
  body: z.object({
    client_id: clientId.optional(),
    client_secret: clientSecret.optional(),
    scope: z.string().max(1024).optional(),
    /** What the approving person is shown about the device. */
    meta: z
      .record(z.string().max(64), z.string().max(256))
      .refine((meta) => Object.keys(meta).length <= MAX_META, `at most ${MAX_META} fields`)
      .optional(),
  }),
  answer: z.object({
    device_code: z.string(),
    user_code: z.string(),
    verification_uri: z.string(),
    verification_uri_complete: z.string(),
    /** Seconds. */
    expires_in: z.number().int().positive(),
    /** Seconds between two polls. */
    interval: z.number().int().positive(),
  }),
  errors: ['unauthorized_client', 'invalid_scope'],
})

/** RFC 8628, 5.4: what a person compares with the device in front of them before they approve. */
export const inspectDevice = defineEndpoint({
  method: 'POST',
  path: '/v1/user/device/info',
  summary: 'Get which device waits with a code, and for which access',
  tag: 'account',
  body: z.object({ user_code: z.string().trim().min(1).max(64) }),
  answer: z.object({
    client: appInfo,
    scopes: z.array(scopeInfo),
    meta: z.record(z.string(), z.string()),
    /** Where the code was asked for. */
    requested_from: z.object({
      address: z.string(),
      device_name: z.string().optional(),
      user_agent: z.string().optional(),
    }),
    /** Seconds. */
    expires_in: z.number().int(),
  }),
  errors: ['not_found', 'resource_exhausted'],
})

/** How far the approval of a device has come; absent means approve. */
export const deviceStates = [
  'WAITING_CONNECT',
  'WAITING_CONSENT',
  'ACCOMPLISHED',
  'ACCESS_DENIED',
] as const
export type DeviceState = (typeof deviceStates)[number]

/** CAL-13. */
export const authorizeDevice = defineEndpoint({
  method: 'POST',
  path: '/v1/user/device/authorize',
  summary: 'Approve or refuse a device that waits with a code',
  tag: 'account',
  body: z.object({
    user_code: z.string().trim().min(1).max(64),
    client_id: clientId.optional(),
    scope: z.string().max(1024).optional(),
    state: z.enum(deviceStates).optional(),
    /** Needed to approve the scope `user`, which opens a full session. */
    sudo_token: opaqueToken.optional(),
  }),
  answer: nothing,
  errors: ['not_found', 'invalid_scope', 'permission_denied', 'resource_exhausted'],
})

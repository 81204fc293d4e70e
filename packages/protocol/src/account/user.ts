import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { newPassword, nothing, opaqueToken, password } from './fields.ts'

export const profile = z.object({
  sub: z.string(),
  name: z.string(),
  username: z.string().optional(),
  picture: z.string().optional(),
  /** Masked: `r***@example.org`. */
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  /** Masked. */
  phone_number: z.string().optional(),
  locale: z.string().optional(),
  password: z.literal('SET').optional(),
  status: z.enum(['ACTIVE', 'PENDING', 'BLOCKED']),
  groups: z.array(z.object({ id: z.string() })),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type Profile = z.output<typeof profile>

export const getMe = defineEndpoint({
  method: 'GET',
  path: '/v1/user/me',
  summary: 'The signed-in person',
  tag: 'account',
  answer: profile,
})

export const grantSudo = defineEndpoint({
  method: 'POST',
  path: '/v1/user/sudo',
  summary: 'Check the password again and get a sudo token for sensitive calls',
  tag: 'account',
  body: z.object({ password }),
  answer: z.object({ sudo_token: z.string(), expires_in: z.number().int() }),
  errors: ['invalid_password', 'resource_exhausted'],
})

export const setPassword = defineEndpoint({
  method: 'PATCH',
  path: '/v1/user/password',
  summary: 'Set a new password; the other sessions end',
  tag: 'account',
  body: z.object({ new_password: newPassword, sudo_token: opaqueToken.optional() }),
  answer: nothing,
  errors: ['invalid_argument', 'permission_denied'],
})

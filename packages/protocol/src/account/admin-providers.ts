import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { nothing } from './fields.ts'

const TAG = 'administration'

/** What we know how to talk to; `oidc` is anybody who speaks OpenID Connect. */
export const providerPresets = [
  'google',
  'apple',
  'microsoft',
  'github',
  'gitlab',
  'line',
  'kakao',
  'facebook',
  'wechat',
  'oidc',
] as const

const provider = z.object({
  id: z.string(),
  preset: z.enum(providerPresets),
  name: z.string(),
  client_id: z.string(),
  /** The secret itself is never shown. */
  has_secret: z.boolean(),
  issuer: z.string().optional(),
  team_id: z.string().optional(),
  key_id: z.string().optional(),
  /** Native apps whose ID tokens are taken beside those for `client_id`. */
  app_client_ids: z.array(z.string()).optional(),
  is_enabled: z.boolean(),
  /** What an administrator says goes before what the environment says. */
  source: z.enum(['environment', 'database']),
})
export type AdminProvider = z.output<typeof provider>

const text = z
  .string()
  .trim()
  .max(512)
  .regex(/^[^\p{Cc}]*$/u)
const params = z.object({ provider_id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/) })

export const listProviderSettings = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/providers',
  summary: 'List the third parties whose accounts can be used to sign in',
  tag: TAG,
  answer: z.object({ providers: z.array(provider) }),
})

export const saveProviderSettings = defineEndpoint({
  method: 'PUT',
  path: '/v1/admin/providers/{provider_id}',
  summary: 'Set up a third party, or change its settings',
  tag: TAG,
  params,
  body: z.object({
    preset: z.enum(providerPresets),
    name: text.optional(),
    client_id: text.min(1),
    /** Left out, the stored one stays. */
    client_secret: z.string().max(8192).optional(),
    issuer: text.optional(),
    team_id: text.optional(),
    key_id: text.optional(),
    app_client_ids: z.array(text.min(1)).max(20).optional(),
    is_enabled: z.boolean().default(true),
  }),
  answer: provider,
})

export const removeProviderSettings = defineEndpoint({
  method: 'DELETE',
  path: '/v1/admin/providers/{provider_id}',
  summary:
    'Remove the settings of a third party that an administrator saved; those of the environment apply again',
  tag: TAG,
  params,
  answer: nothing,
  errors: ['not_found'],
})

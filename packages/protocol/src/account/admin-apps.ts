import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { nothing } from './fields.ts'

const TAG = 'administration'

/** OpenID Connect Dynamic Registration, 2: RS256 is the default, and some clients know nothing else. */
export const idTokenAlgorithms = ['RS256', 'ES256'] as const
export type IdTokenAlgorithm = (typeof idTokenAlgorithms)[number]

const app = z.object({
  /** Its client id. */
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  picture: z.string().optional(),
  url: z.string().optional(),
  redirect_uris: z.array(z.string()),
  sign_out_uris: z.array(z.string()),
  scope: z.string(),
  /** Whether it has a secret. */
  is_confidential: z.boolean(),
  /** How its ID tokens are signed. */
  id_token_signed_response_alg: z.enum(idTokenAlgorithms),
  /** False only for one with a secret. */
  requires_pkce: z.boolean(),
  is_enabled: z.boolean(),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type AdminApp = z.output<typeof app>

/** Shown this once, and only where the app has one. */
const appWithSecret = z.object({ app, client_secret: z.string().optional() })

const uris = z.array(z.string().min(1).max(2048)).max(50)
const httpsAddress = z
  .string()
  .max(2048)
  .pipe(z.url({ protocol: /^https$/, error: 'must be a whole address that begins with https://' }))
const texts = {
  name: z
    .string()
    .trim()
    .regex(/^[^\p{Cc}]{1,128}$/u),
  description: z
    .string()
    .trim()
    .max(500)
    .regex(/^[^\0]*$/),
  picture: httpsAddress,
  url: httpsAddress,
}
const params = z.object({ app_id: z.string().regex(/^[0-9a-z]{1,64}$/) })

export const listApps = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/apps',
  summary: 'List the registered apps',
  tag: TAG,
  answer: z.object({ apps: z.array(app) }),
})

export const registerApp = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/apps',
  summary: 'Register a third-party app',
  tag: TAG,
  body: z.object({
    name: texts.name,
    description: texts.description.optional(),
    picture: texts.picture.optional(),
    url: texts.url.optional(),
    redirect_uris: uris,
    sign_out_uris: uris.default([]),
    scope: z.string().min(1).max(512),
    is_confidential: z.boolean().default(false),
    id_token_signed_response_alg: z.enum(idTokenAlgorithms).default('RS256'),
    requires_pkce: z.boolean().default(true),
  }),
  answer: appWithSecret,
  errors: ['invalid_scope'],
})

export const getApp = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/apps/{app_id}',
  summary: 'Get one registered app',
  tag: TAG,
  params,
  answer: app,
  errors: ['not_found'],
})

/** What is absent stays as it is; null empties. */
export const changeApp = defineEndpoint({
  method: 'PATCH',
  path: '/v1/admin/apps/{app_id}',
  summary: 'Change, disable or enable an app; disabling ends its sessions',
  tag: TAG,
  params,
  body: z.object({
    name: texts.name.optional(),
    description: texts.description.nullable().optional(),
    picture: texts.picture.nullable().optional(),
    url: texts.url.nullable().optional(),
    redirect_uris: uris.optional(),
    sign_out_uris: uris.optional(),
    scope: z.string().min(1).max(512).optional(),
    id_token_signed_response_alg: z.enum(idTokenAlgorithms).optional(),
    requires_pkce: z.boolean().optional(),
    is_enabled: z.boolean().optional(),
  }),
  answer: app,
  errors: ['not_found', 'invalid_scope'],
})

export const renewAppSecret = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/apps/{app_id}/secret',
  summary: 'Replace the secret of an app',
  tag: TAG,
  params,
  answer: appWithSecret,
  errors: ['not_found'],
})

export const removeApp = defineEndpoint({
  method: 'DELETE',
  path: '/v1/admin/apps/{app_id}',
  summary: 'Remove an app and end its sessions',
  tag: TAG,
  params,
  answer: nothing,
  errors: ['not_found'],
})

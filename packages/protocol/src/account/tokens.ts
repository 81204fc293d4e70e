import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { credentials } from './credentials.ts'
import { clientId, clientSecret, nothing, opaqueToken } from './fields.ts'

export const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

const client = { client_id: clientId.optional(), client_secret: clientSecret.optional() }

/** CAL-6: three ways to a token: a refresh token, the code of an authorization, a device code. */
export const grantToken = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/token',
  summary: 'Exchange a refresh token, an authorization code or a device code for credentials',
  tag: 'account',
  form: true,
  body: z.discriminatedUnion('grant_type', [
    z.object({
      grant_type: z.literal('refresh_token'),
      refresh_token: opaqueToken,
      /** Less than before, if less is enough; more is `invalid_scope`. */
      scope: z.string().max(1024).optional(),
      ...client,
    }),
    z.object({
      grant_type: z.literal('authorization_code'),
      code: opaqueToken,
      redirect_uri: z.string().max(2048),
      code_verifier: z.string().max(128).optional(),
      nonce: z.string().max(256).optional(),
      scope: z.string().max(1024).optional(),
      ...client,
    }),
    z.object({ grant_type: z.literal(DEVICE_CODE_GRANT), device_code: opaqueToken, ...client }),
  ]),
  answer: credentials.partial({ refresh_token: true }).extend({
    /** For apps that asked for `openid`. */
    id_token: z.string().optional(),
  }),
  errors: [
    'invalid_grant',
    'invalid_scope',
    'unauthorized_client',
    'authorization_pending',
    'slow_down',
    'expired_token',
    'access_denied',
  ],
})

export const revokeToken = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/revoke',
  summary: 'Revoke a token; a refresh token ends its session',
  tag: 'account',
  form: true,
  body: z.object({
    token: opaqueToken,
    /** ENT-14. */
    token_type_hint: z.enum(['access_token', 'refresh_token']).optional(),
  }),
  answer: nothing,
})

/** CAL-8: an answer without `sub` says that the token is not valid. */
export const introspectToken = defineEndpoint({
  method: 'GET',
  path: '/v1/auth/token/introspect',
  summary: 'Check whether a token is valid, and get its user',
  tag: 'account',
  query: z.object({ token: opaqueToken.optional(), code: opaqueToken.optional() }),
  answer: z.object({
    token_type: z.string().optional(),
    client_id: z.string().optional(),
    sub: z.string().optional(),
    scope: z.string().optional(),
  }),
  errors: ['unauthenticated', 'invalid_grant', 'unauthorized_client'],
})

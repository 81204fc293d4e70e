import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { credentials } from './credentials.ts'
import { clientId, clientSecret, nothing, opaqueToken } from './fields.ts'

export const grantToken = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/token',
  summary: 'Exchange a refresh token for new credentials',
  tag: 'account',
  form: true,
  body: z.object({
    grant_type: z.literal('refresh_token'),
    refresh_token: opaqueToken,
    client_id: clientId.optional(),
    client_secret: clientSecret.optional(),
  }),
  answer: credentials,
  errors: ['invalid_grant', 'unauthorized_client'],
})

export const revokeToken = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/revoke',
  summary: 'Revoke a token; a refresh token ends its session',
  tag: 'account',
  form: true,
  body: z.object({
    token: opaqueToken,
    token_type_hint: z.enum(['access_token', 'refresh_token']).optional(),
  }),
  answer: nothing,
})

import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { credentials } from './credentials.ts'
import { clientId, clientSecret, opaqueToken } from './fields.ts'

/**
 * Brings an account back that waits for its deletion, and signs in. The token stands in the details of
 * the `account_freeze` that a sign-in is answered with: ErrorInfo, metadata `restore_token`.
 */
export const restoreAccount = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/restore',
  summary: 'Restore an account in its deletion period and sign in',
  tag: 'account',
  body: z.object({
    restore_token: opaqueToken,
    client_id: clientId.optional(),
    client_secret: clientSecret.optional(),
  }),
  answer: credentials,
  errors: ['expired_token', 'unauthorized_client'],
})

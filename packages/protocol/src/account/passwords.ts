import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { clientId, email, newPassword, nothing, opaqueToken, phoneNumber } from './fields.ts'

/** CAL-11: nobody is signed in by it. */
export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/reset',
  summary: 'Set a new password for a verified contact',
  tag: 'account',
  body: z.object({
    email: email.optional(),
    phone_number: phoneNumber.optional(),
    verification_token: opaqueToken,
    new_password: newPassword,
    client_id: clientId.optional(),
  }),
  answer: nothing,
  errors: ['invalid_verification_code', 'expired_verification_code', 'invalid_argument'],
})

/** CAL-29. */
export const setPassword = defineEndpoint({
  method: 'PATCH',
  path: '/v1/user/password',
  summary: 'Set a new password; the other sessions end',
  tag: 'account',
  body: z.object({ new_password: newPassword, sudo_token: opaqueToken.optional() }),
  answer: nothing,
  errors: ['invalid_argument', 'permission_denied'],
})

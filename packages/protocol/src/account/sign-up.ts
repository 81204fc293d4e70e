import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { credentials } from './credentials.ts'
import {
  clientId,
  clientSecret,
  email,
  locale,
  newPassword,
  opaqueToken,
  phoneNumber,
} from './fields.ts'

export const signUp = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/signup',
  summary: 'Create an account for a verified contact and sign in',
  tag: 'account',
  body: z.object({
    email: email.optional(),
    phone_number: phoneNumber.optional(),
    verification_token: opaqueToken,
    password: newPassword.optional(),
    username: z.string().trim().min(2).max(48).optional(),
    name: z.string().trim().min(1).max(128).optional(),
    locale: locale.optional(),
    client_id: clientId.optional(),
    client_secret: clientSecret.optional(),
  }),
  answer: credentials,
  errors: [
    'already_exists',
    'invalid_verification_code',
    'expired_verification_code',
    'invalid_argument',
    'unauthorized_client',
  ],
})

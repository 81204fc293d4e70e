import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { credentials } from './credentials.ts'
import { clientId, clientSecret, email, password, phoneNumber, username } from './fields.ts'

/** ACC-39: the client routes what a person typed to phone_number, email or username. */
export const signIn = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/signin',
  summary: 'Sign in with a password',
  tag: 'account',
  body: z.object({
    username: username.optional(),
    email: email.optional(),
    phone_number: phoneNumber.optional(),
    password,
    client_id: clientId.optional(),
    client_secret: clientSecret.optional(),
  }),
  answer: credentials,
  errors: [
    'invalid_account_or_password',
    'captcha_required',
    'captcha_invalid',
    'user_blocked',
    'user_pending',
    'unauthorized_client',
    'resource_exhausted',
  ],
})

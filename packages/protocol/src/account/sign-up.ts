import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { credentials } from './credentials.ts'
import {
  clientId,
  clientSecret,
  email,
  locale,
  newPassword,
  nothing,
  opaqueToken,
  phoneNumber,
} from './fields.ts'

/** CAL-4. */
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
    /** Binds a third-party account at once. */
    provider_token: opaqueToken.optional(),
    /** The access token of an anonymous user, whose account becomes this one. */
    anonymous_token: opaqueToken.optional(),
    /** For the first account, unless it is made on the machine of the server: its terminal shows it. */
    setup_code: z.string().max(64).optional(),
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
    'permission_denied',
    'resource_exhausted',
  ],
})

/** CAL-5: one device has one anonymous user. */
export const signUpAnonymously = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/signup/anonymously',
  summary: 'Create an anonymous account; its sub begins with AMS=',
  tag: 'account',
  body: z.object({ client_id: clientId.optional(), client_secret: clientSecret.optional() }),
  answer: credentials,
  errors: ['registration_not_supported', 'unauthorized_client', 'resource_exhausted'],
})

/**
 * Somebody began anonymously and then signed in to an account: everything that they had is moved into
 * a folder of the account, and the anonymous one is gone.
 */
export const mergeAnonymous = defineEndpoint({
  method: 'POST',
  path: '/v1/user/anonymous/merge',
  summary: 'Move the files of an anonymous account into the signed-in one',
  tag: 'account',
  body: z.object({
    /** The access token of the anonymous user. */
    anonymous_token: opaqueToken,
    /** Where the files go, in the language of the person. */
    folder_name: z.string().trim().min(1).max(128).default('Files from this device'),
  }),
  answer: nothing,
  errors: ['expired_token', 'invalid_argument', 'failed_precondition', 'resource_exhausted'],
})

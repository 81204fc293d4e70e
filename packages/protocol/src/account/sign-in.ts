import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { credentials } from './credentials.ts'
import {
  clientId,
  clientSecret,
  email,
  opaqueToken,
  password,
  phoneNumber,
  providerId,
  username,
} from './fields.ts'
import { secondStepFields } from './two-factor.ts'

/**
 * CAL-1: by password, or by the verification token of a code that was sent to the contact. A call that
 * is answered `two_factor_required` is repeated with the token of that answer and a code.
 * ACC-39: the client routes what a person typed to phone_number, email or username.
 */
export const signIn = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/signin',
  summary: 'Sign in with a password or a verified code',
  tag: 'account',
  body: z.object({
    username: username.optional(),
    email: email.optional(),
    phone_number: phoneNumber.optional(),
    password: password.optional(),
    verification_token: opaqueToken.optional(),
    ...secondStepFields,
    client_id: clientId.optional(),
    client_secret: clientSecret.optional(),
  }),
  answer: credentials,
  errors: [
    'invalid_account_or_password',
    'captcha_required',
    'captcha_invalid',
    'invalid_verification_code',
    'expired_verification_code',
    'two_factor_required',
    'invalid_two_factor',
    'invalid_two_factor_recovery',
    'user_not_exist',
    'validate_required',
    'password_reset_required',
    'user_blocked',
    'user_pending',
    'invalid_status',
    'under_review',
    'cannot_unlock',
    'account_freeze',
    'unauthorized_client',
    'resource_exhausted',
  ],
})

/** CAL-2: with the token of a third-party provider, which `provider/token` has given. */
export const signInWithProvider = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/signin/with/provider',
  summary: 'Sign in with a third-party account',
  tag: 'account',
  body: z.object({
    provider_token: opaqueToken,
    provider_id: providerId.optional(),
    ...secondStepFields,
    client_id: clientId.optional(),
    client_secret: clientSecret.optional(),
  }),
  answer: credentials,
  errors: [
    'provider_error',
    'not_found',
    'two_factor_required',
    'invalid_two_factor',
    'invalid_two_factor_recovery',
    'account_freeze',
  ],
})

/** Made by a session of one of our apps for another one: a shell hands its session to a page. */
export const createSignInToken = defineEndpoint({
  method: 'POST',
  path: '/v1/user/signin_token',
  summary: 'Get a sign-in token for another of our own apps; it works once and for a minute',
  tag: 'account',
  body: z.object({
    /** Which app may use it; any of ours when absent. */
    for_client_id: clientId.optional(),
  }),
  answer: z.object({ signin_token: z.string(), expires_in: z.number().int() }),
  errors: ['unauthorized_client', 'resource_exhausted'],
})

/** For the page that asks before it uses the token: whoever has sent a link may want others in their account. */
export const inspectSignInToken = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/signin/token/info',
  summary: 'Get whose account a sign-in token opens; the token is not used up',
  tag: 'account',
  body: z.object({ signin_token: opaqueToken, client_id: clientId.optional() }),
  answer: z.object({
    name: z.string(),
    /** Masked. */
    contact: z.string().optional(),
    /** Seconds. */
    expires_in: z.number().int(),
  }),
  errors: ['unauthenticated', 'unauthorized_client'],
})

/** CAL-3: with a token that another part of the product has given, such as a session of a shell. */
export const signInWithToken = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/signin/token',
  summary: 'Sign in with a sign-in token',
  tag: 'account',
  body: z.object({
    signin_token: opaqueToken,
    provider: z.string().max(64).optional(),
    client_id: clientId.optional(),
    client_secret: clientSecret.optional(),
  }),
  answer: credentials.partial({ refresh_token: true }),
  errors: ['unauthenticated', 'unauthorized_client'],
})

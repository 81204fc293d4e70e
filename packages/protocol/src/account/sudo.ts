import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { clientId, opaqueToken, password, providerId } from './fields.ts'
import { passkeyRequestOptions, usedCredential } from './passkeys.ts'
import { secondStepFields } from './two-factor.ts'

const { two_factor_token, two_factor_code, two_factor_recovery_code } = secondStepFields

/**
 * CAL-27: one first proof, and the second step where the person has one: the call is answered
 * `two_factor_required` and repeated, as at a sign-in. A trusted device is asked all the same.
 */
export const grantSudo = defineEndpoint({
  method: 'POST',
  path: '/v1/user/sudo',
  summary: 'Confirm the identity of the user again, and get a sudo token for sensitive calls',
  tag: 'account',
  body: z.object({
    password: password.optional(),
    verification_token: opaqueToken.optional(),
    /** A passkey’s answer to the options of this session; it is both proofs at once. */
    credential: usedCredential.optional(),
    /** What a visit for sudo to a third party ended in. */
    provider_token: opaqueToken.optional(),
    two_factor_token,
    two_factor_code,
    two_factor_recovery_code,
  }),
  answer: z.object({ sudo_token: z.string(), expires_in: z.number().int() }),
  errors: [
    'invalid_password',
    'invalid_verification_code',
    'expired_verification_code',
    'access_denied',
    'expired_token',
    'two_factor_required',
    'invalid_two_factor',
    'invalid_two_factor_recovery',
    'resource_exhausted',
  ],
})

export const getSudoPasskeyOptions = defineEndpoint({
  method: 'POST',
  path: '/v1/user/sudo/passkey/options',
  summary: 'Get the options for confirming the identity with a passkey; valid for five minutes',
  tag: 'account',
  answer: passkeyRequestOptions,
  errors: ['failed_precondition'],
})

/** For people whose only proof is an account at a third party: they sign in there once more. */
export const beginSudoVisit = defineEndpoint({
  method: 'POST',
  path: '/v1/user/sudo/provider',
  summary: 'Get the address for signing in again at a third party that is bound to the account',
  tag: 'account',
  body: z.object({
    provider_id: providerId,
    redirect_uri: z.string().max(2048),
    state: z.string().max(1024),
    code_challenge: z.string().max(128),
    code_challenge_method: z.string().max(16),
    client_id: clientId.optional(),
  }),
  answer: z.object({ uri: z.string() }),
  errors: [
    'not_found',
    'provider_error',
    'invalid_request_uri',
    'invalid_request',
    'unauthorized_client',
  ],
})

export const finishSudoVisit = defineEndpoint({
  method: 'POST',
  path: '/v1/user/sudo/provider/token',
  summary: 'Exchange the code of a third-party sign-in for a provider token for the sudo call',
  tag: 'account',
  body: z.object({
    provider_id: providerId,
    provider_code: opaqueToken,
    /** The very one that the visit began with. */
    provider_redirect_uri: z.string().max(2048),
    code_verifier: z.string().max(128),
    /** Who answered, when it came back too. */
    iss: z.string().max(2048).optional(),
    client_id: clientId.optional(),
  }),
  answer: z.object({ provider_token: z.string(), expires_in: z.number().int() }),
  errors: [
    'access_denied',
    'not_found',
    'provider_error',
    'authorization_pending',
    'slow_down',
    'expired_token',
    'unauthorized_client',
  ],
})

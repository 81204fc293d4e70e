import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { credentials } from './credentials.ts'
import { clientId, nothing, opaqueToken, providerId } from './fields.ts'
import { secondStepFields } from './two-factor.ts'

const uri = z.string().max(2048)
const providerParams = z.record(z.string().max(64), z.string().max(4096))
const params = z.object({ provider_id: providerId })

/** Whose buttons a sign-in page shows. Beyond the spec, which lists them for signed-in people alone. */
export const listSignInProviders = defineEndpoint({
  method: 'GET',
  path: '/v1/auth/provider',
  summary: 'List the third parties whose accounts can be used to sign in',
  tag: 'account',
  answer: z.object({
    total: z.number().int(),
    data: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})

/** CAL-14: where to send a person who signs in with a third party. */
export const getProviderUri = defineEndpoint({
  method: 'GET',
  path: '/v1/auth/provider/uri',
  summary: 'Get the address of a third-party sign-in page',
  tag: 'account',
  query: z.object({
    client_id: clientId.optional(),
    provider_id: providerId,
    redirect_uri: uri,
    state: z.string().max(1024),
    scope: z.string().max(1024).optional(),
    response_type: z.string().max(64).optional(),
    'other_params[code_challenge]': z.string().max(128).optional(),
    'other_params[code_challenge_method]': z.string().max(16).optional(),
    'other_params[sign_out_uri]': uri.optional(),
  }),
  answer: z.object({ uri: z.string(), signout_uri: z.string().optional() }),
  errors: [
    'not_found',
    'provider_error',
    'invalid_request_uri',
    'invalid_request',
    'unsupported_response_type',
    'unauthorized_client',
  ],
})

const providerTokenAnswer = z.object({
  provider_token: z.string(),
  expires_in: z.number().int(),
  provider_profile: z
    .object({
      provider_id: z.string(),
      name: z.string(),
      picture: z.string(),
      phone_number: z.string(),
      email: z.string(),
    })
    .partial(),
})

/** CAL-15: turns what the third party gave into a token that our own calls take. */
export const grantProviderToken = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/provider/token',
  summary: 'Exchange the answer of a third party for a provider token',
  tag: 'account',
  body: z.object({
    provider_id: providerId,
    provider_code: opaqueToken.optional(),
    /** The very one that the visit began with. */
    provider_redirect_uri: uri.optional(),
    /** From the SDK of a native app, of those third parties that tell for which app it is. */
    provider_access_token: opaqueToken.optional(),
    /** The same for any that speaks OpenID Connect; ten minutes old at most, and good once. */
    provider_id_token: z.string().min(1).max(16384).optional(),
    /**
     * `code_verifier`, when the visit began with a code challenge; else `state`, whole as it came back
     * (ours stands before the caller's own). `iss`, when it came back too. `nonce`, with an ID token that
     * was asked for with one.
     */
    provider_params: providerParams.optional(),
    client_id: clientId.optional(),
  }),
  answer: providerTokenAnswer,
  errors: [
    'not_found',
    'access_denied',
    'provider_error',
    'authorization_pending',
    'slow_down',
    'expired_token',
    'unimplemented',
    'unauthorized_client',
  ],
})

/** CAL-16. */
export const patchProviderToken = defineEndpoint({
  method: 'PATCH',
  path: '/v1/auth/provider/token',
  summary: 'Add a later answer of a third party to a provider token',
  tag: 'account',
  body: z.object({
    provider_token: opaqueToken,
    provider_id: providerId.optional(),
    provider_params: providerParams,
    client_id: clientId.optional(),
  }),
  answer: providerTokenAnswer,
  errors: ['provider_error', 'expired_token'],
})

/** CAL-17. */
export const bindProvider = defineEndpoint({
  method: 'POST',
  path: '/v1/user/provider/bind',
  summary: 'Bind a third-party account to the signed-in user',
  tag: 'account',
  body: z.object({ provider_token: opaqueToken }),
  answer: nothing,
  errors: ['already_exists', 'failed_precondition', 'expired_token', 'provider_error'],
})

/** CAL-18. */
export const listProviders = defineEndpoint({
  method: 'GET',
  path: '/v1/user/provider',
  summary: 'List the third parties, and which of them are bound',
  tag: 'account',
  answer: z.object({
    total: z.number().int(),
    data: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        bind: z.boolean(),
        provider_user_name: z.string().optional(),
      }),
    ),
  }),
})

/** CAL-19. */
export const unbindProvider = defineEndpoint({
  method: 'DELETE',
  path: '/v1/user/provider/{provider_id}',
  summary: 'Unbind a third-party account; refused for the last way to sign in',
  tag: 'account',
  params,
  answer: nothing,
  errors: ['not_found', 'failed_precondition', 'captcha_required', 'captcha_invalid'],
})

/** CAL-20: the first half of moving a third-party account from one person to another. */
export const transferProvider = defineEndpoint({
  method: 'POST',
  path: '/v1/user/provider/{provider_id}/trans',
  summary: 'Take over a third-party account that is bound to another account',
  tag: 'account',
  params,
  body: z.object({ provider_trans_token: opaqueToken }),
  answer: z.object({ client_id: z.string() }),
  errors: [
    'not_found',
    'already_exists',
    'failed_precondition',
    'expired_token',
    'permission_denied',
  ],
})

/** CAL-21: goes on as the person to whom the third-party account belongs. */
export const transferByProvider = defineEndpoint({
  method: 'PATCH',
  path: '/v1/user/trans/by/provider',
  summary: 'Sign in as the user to whom a third-party account is bound',
  tag: 'account',
  body: z.object({
    provider_token: opaqueToken,
    trans_token: opaqueToken.optional(),
    ...secondStepFields,
    client_id: clientId.optional(),
  }),
  answer: credentials,
  errors: [
    'not_found',
    'expired_token',
    'provider_error',
    'two_factor_required',
    'invalid_two_factor',
    'invalid_two_factor_recovery',
    'account_freeze',
  ],
})

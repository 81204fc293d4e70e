import { z } from 'zod'
import { bytes, defineEndpoint } from '../endpoint.ts'
import { clientSecret, opaqueToken } from './fields.ts'

/**
 * The standard endpoints, on the same tokens as the rest. Their errors are those of the standards:
 * `error` and `error_description`, with `invalid_client`, `unsupported_grant_type` and `invalid_token`,
 * which our catalogue does not have.
 */
const client = {
  client_id: z.string().max(128).optional(),
  client_secret: clientSecret.optional(),
}
const tag = 'OAuth 2.0 and OpenID Connect'
const text = z.string()

const serverMetadata = z.object({
  issuer: text,
  authorization_endpoint: text,
  token_endpoint: text,
  jwks_uri: text,
  userinfo_endpoint: text,
  revocation_endpoint: text,
  introspection_endpoint: text,
  device_authorization_endpoint: text,
  end_session_endpoint: text,
  scopes_supported: z.array(text),
  response_types_supported: z.array(text),
  response_modes_supported: z.array(text),
  grant_types_supported: z.array(text),
  subject_types_supported: z.array(text),
  id_token_signing_alg_values_supported: z.array(text),
  token_endpoint_auth_methods_supported: z.array(text),
  revocation_endpoint_auth_methods_supported: z.array(text),
  introspection_endpoint_auth_methods_supported: z.array(text),
  code_challenge_methods_supported: z.array(text),
  claims_supported: z.array(text),
  ui_locales_supported: z.array(text),
  authorization_response_iss_parameter_supported: z.literal(true),
  request_parameter_supported: z.literal(false),
  request_uri_parameter_supported: z.literal(false),
  claims_parameter_supported: z.literal(false),
})
export type ServerMetadata = z.output<typeof serverMetadata>

/** OpenID Connect Discovery 1.0. */
export const getOpenIdConfiguration = defineEndpoint({
  method: 'GET',
  path: '/.well-known/openid-configuration',
  summary: 'Get the server metadata (OpenID Connect Discovery)',
  tag,
  answer: serverMetadata,
})

/** RFC 8414. */
export const getServerMetadata = defineEndpoint({
  ...getOpenIdConfiguration,
  path: '/.well-known/oauth-authorization-server',
  summary: 'Get the server metadata (RFC 8414)',
})

/** RFC 7517. */
export const getSigningKeys = defineEndpoint({
  method: 'GET',
  path: '/oauth2/jwks',
  summary: 'Get the public keys for verifying tokens',
  tag,
  answer: z.object({ keys: z.array(z.record(text, z.unknown())) }),
})

const authorizationRequest = z.looseObject({
  client_id: z.string().max(128).optional(),
  redirect_uri: z.string().max(2048).optional(),
  response_type: z.string().max(64).optional(),
  scope: z.string().max(1024).optional(),
  state: z.string().max(1024).optional(),
  nonce: z.string().max(256).optional(),
  code_challenge: z.string().max(128).optional(),
  code_challenge_method: z.string().max(16).optional(),
  response_mode: z.string().max(64).optional(),
  request: z.string().max(8192).optional(),
  request_uri: z.string().max(2048).optional(),
})

/** RFC 6749, 4.1.1: a browser comes here and goes on to the page where the person is asked. */
export const startAuthorization = defineEndpoint({
  method: 'GET',
  path: '/oauth2/authorize',
  summary: 'Send the user here to ask for access; answers with a redirect',
  tag,
  query: authorizationRequest,
  answer: { ...bytes, contentType: 'text/plain' },
})

export const startAuthorizationByForm = defineEndpoint({
  method: 'POST',
  path: '/oauth2/authorize',
  summary: 'The same by a form',
  tag,
  form: true,
  body: authorizationRequest,
  answer: { ...bytes, contentType: 'text/plain' },
})

const signOutRequest = z.looseObject({
  id_token_hint: z.string().max(8192).optional(),
  client_id: z.string().max(128).optional(),
  post_logout_redirect_uri: z.string().max(2048).optional(),
  state: z.string().max(1024).optional(),
})

/** OpenID Connect RP-Initiated Logout 1.0: a browser comes here and goes on to the page that asks. */
export const startSignOut = defineEndpoint({
  method: 'GET',
  path: '/oauth2/end_session',
  summary: 'Send the user here to sign out; answers with a redirect',
  tag,
  query: signOutRequest,
  answer: { ...bytes, contentType: 'text/plain' },
})

export const startSignOutByForm = defineEndpoint({
  method: 'POST',
  path: '/oauth2/end_session',
  summary: 'The same by a form',
  tag,
  form: true,
  body: signOutRequest,
  answer: { ...bytes, contentType: 'text/plain' },
})

/** RFC 6749, 3.2. */
export const exchangeToken = defineEndpoint({
  method: 'POST',
  path: '/oauth2/token',
  summary: 'Exchange a code, a device code or a refresh token for tokens',
  tag,
  form: true,
  body: z.looseObject({
    grant_type: z.string().max(128),
    code: opaqueToken.optional(),
    redirect_uri: z.string().max(2048).optional(),
    code_verifier: z.string().max(128).optional(),
    refresh_token: opaqueToken.optional(),
    device_code: opaqueToken.optional(),
    scope: z.string().max(1024).optional(),
    ...client,
  }),
  answer: z.object({
    access_token: text,
    token_type: z.literal('Bearer'),
    expires_in: z.number().int(),
    refresh_token: text.optional(),
    id_token: text.optional(),
    scope: text,
  }),
})

/** RFC 7009. */
export const revokeClientToken = defineEndpoint({
  method: 'POST',
  path: '/oauth2/revoke',
  summary: 'Revoke a token of the calling app; a refresh token ends its session',
  tag,
  form: true,
  body: z.looseObject({
    token: opaqueToken,
    token_type_hint: z.string().max(64).optional(),
    ...client,
  }),
  answer: z.object({}),
})

/** RFC 7662. */
export const introspectClientToken = defineEndpoint({
  method: 'POST',
  path: '/oauth2/introspect',
  summary: 'Check whether a token of the calling app is valid, and for which scopes',
  tag,
  form: true,
  body: z.looseObject({
    token: opaqueToken,
    token_type_hint: z.string().max(64).optional(),
    ...client,
  }),
  answer: z.object({
    active: z.boolean(),
    scope: text.optional(),
    client_id: text.optional(),
    token_type: text.optional(),
    exp: z.number().int().optional(),
    iat: z.number().int().optional(),
    sub: text.optional(),
    aud: text.optional(),
    iss: text.optional(),
    jti: text.optional(),
    auth_time: z.number().int().optional(),
  }),
})

/** OpenID Connect Core, 5.3. */
export const getUserInfo = defineEndpoint({
  method: 'GET',
  path: '/oauth2/userinfo',
  summary: 'Get the claims about the user that the scope allows',
  tag,
  answer: z.object({
    sub: text,
    name: text.optional(),
    preferred_username: text.optional(),
    picture: text.optional(),
    gender: text.optional(),
    birthdate: text.optional(),
    zoneinfo: text.optional(),
    locale: text.optional(),
    updated_at: z.number().int().optional(),
    email: text.optional(),
    email_verified: z.boolean().optional(),
    phone_number: text.optional(),
    phone_number_verified: z.boolean().optional(),
  }),
})

export const getUserInfoByForm = defineEndpoint({
  ...getUserInfo,
  method: 'POST',
  form: true,
  body: z.looseObject({}),
})

/** RFC 8628, 3.1. */
export const authorizeClientDevice = defineEndpoint({
  method: 'POST',
  path: '/oauth2/device_authorization',
  summary: 'Get a device code to sign in from another device',
  tag,
  form: true,
  body: z.looseObject({ scope: z.string().max(1024).optional(), ...client }),
  answer: z.object({
    device_code: text,
    user_code: text,
    verification_uri: text,
    verification_uri_complete: text,
    expires_in: z.number().int(),
    interval: z.number().int(),
  }),
})

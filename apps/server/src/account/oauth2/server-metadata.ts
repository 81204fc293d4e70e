import { locales } from '@awan/protocol'
import { DEVICE_CODE_GRANT, idTokenAlgorithms, type ServerMetadata } from '@awan/protocol/account'
import { appScopes } from '../apps/scopes.ts'

const authMethods = ['client_secret_basic', 'client_secret_post', 'none']

/** RFC 8414 and OpenID Connect Discovery: one document for both. */
export function describeServer(issuer: string): ServerMetadata {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    jwks_uri: `${issuer}/oauth2/jwks`,
    userinfo_endpoint: `${issuer}/oauth2/userinfo`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    introspection_endpoint: `${issuer}/oauth2/introspect`,
    device_authorization_endpoint: `${issuer}/oauth2/device_authorization`,
    end_session_endpoint: `${issuer}/oauth2/end_session`,
    scopes_supported: [...appScopes, 'offline_access'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', DEVICE_CODE_GRANT],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...idTokenAlgorithms],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    introspection_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ['S256'],
    claims_supported: [
      ...['iss', 'aud', 'sub', 'iat', 'exp', 'auth_time', 'nonce', 'at_hash', 'sid'],
      ...['name', 'preferred_username', 'picture', 'gender', 'birthdate', 'zoneinfo', 'locale'],
      ...['updated_at', 'email', 'email_verified', 'phone_number', 'phone_number_verified'],
    ],
    ui_locales_supported: [...locales],
    authorization_response_iss_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    claims_parameter_supported: false,
  }
}

import { ServiceError } from '@awan/protocol/errors'
import { type Client, resolveScope } from '../apps/clients.ts'
import { matchesRedirectUri } from '../apps/redirect-uri.ts'

/** What an app asks for, as it came. */
export interface AuthorizationRequest {
  redirectUri: string | undefined
  responseType: string | undefined
  scope: string | undefined
  codeChallenge: string | undefined
  codeChallengeMethod: string | undefined
}

/** Comes first: before the redirect URI is known to be the app's, nothing is ever sent there. */
export function requireRedirectUri(client: Client, given: string | undefined): string {
  if (given !== undefined && matchesRedirectUri(client.redirectUris, given)) return given
  throw new ServiceError('invalid_request_uri', {
    description: 'redirect_uri is not registered for this app',
  })
}

export function requireSignOutUri(client: Client, given: string | undefined): void {
  if (given === undefined || given === '' || client.signOutUris.includes(given)) return
  throw new ServiceError('invalid_request_uri', {
    description: 'sign_out_uri is not registered for this app',
  })
}

/** The granted scope and the challenge, if there is one, of a request whose redirect URI is good. */
export function checkAuthorizationRequest(
  client: Client,
  request: AuthorizationRequest,
): { scope: string; codeChallenge: string | undefined } {
  requireCodeFlow(request.responseType)
  return {
    scope: resolveScope(client, request.scope),
    codeChallenge: readChallenge(client, request),
  }
}

/** RFC 9700, 2.1.2: no token ever travels through a browser's address bar. */
export function requireCodeFlow(responseType: string | undefined): void {
  if (responseType === 'code') return
  throw new ServiceError('unsupported_response_type', { description: 'response_type must be code' })
}

/**
 * RFC 9700, 2.1.1: PKCE for all whom the administrator has not excused, and S256 named as such:
 * without its name it would mean `plain`.
 */
function readChallenge(
  { requiresPkce }: Client,
  { codeChallenge, codeChallengeMethod }: AuthorizationRequest,
): string | undefined {
  if (!requiresPkce && !codeChallenge && !codeChallengeMethod) return undefined
  if (codeChallengeMethod === 'S256' && /^[\w-]{43}$/.test(codeChallenge ?? '')) {
    return codeChallenge as string
  }
  throw new ServiceError('invalid_request', {
    description: 'code_challenge with code_challenge_method=S256 is needed',
  })
}

import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Clients } from '../apps/clients.ts'
import { addToUri } from '../authorize/add-to-uri.ts'
import {
  checkAuthorizationRequest,
  requireRedirectUri,
} from '../authorize/authorization-request.ts'

export type AuthorizationParameters = Record<string, unknown> & {
  client_id?: string | undefined
  redirect_uri?: string | undefined
  response_type?: string | undefined
  response_mode?: string | undefined
  scope?: string | undefined
  state?: string | undefined
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
  request?: string | undefined
  request_uri?: string | undefined
}

/** Where the browser goes: to the page where the person is asked, or back to the app with an error. */
export type StartAuthorization = (parameters: AuthorizationParameters) => Promise<string>

/**
 * RFC 6749, 4.1.1. Only the page knows the person: their token is in the browser. So this checks what
 * needs no person, and a wrong request is refused at once. Until app and
 * redirect URI are known to belong together it throws, and the browser is sent nowhere.
 */
export function createStartAuthorization({
  db,
  clients,
  publicUrl,
}: {
  db: Database
  clients: Clients
  publicUrl: string
}): StartAuthorization {
  return async (parameters) => {
    const client = await db.read((reader) => clients.find(reader, parameters.client_id ?? ''))
    if (!client) {
      throw new ServiceError('unauthorized_client', { description: 'the client is not registered' })
    }
    const redirectUri = requireRedirectUri(client, parameters.redirect_uri)
    try {
      refuseObjects(parameters)
      checkAuthorizationRequest(client, {
        redirectUri,
        responseType: parameters.response_type,
        scope: parameters.scope,
        codeChallenge: parameters.code_challenge,
        codeChallengeMethod: parameters.code_challenge_method,
      })
    } catch (error) {
      if (!isServiceError(error)) throw error
      return addToUri(redirectUri, {
        error: error.error,
        error_description: error.description,
        state: parameters.state,
        iss: publicUrl,
      })
    }
    return addToUri(`${publicUrl}/authorize`, toTexts(parameters))
  }
}

function refuseObjects({ request, request_uri, response_mode }: AuthorizationParameters): void {
  if (request !== undefined) throw new ServiceError('request_not_supported')
  if (request_uri !== undefined) throw new ServiceError('request_uri_not_supported')
  if (response_mode !== undefined && response_mode !== 'query') {
    throw new ServiceError('invalid_request', { description: 'response_mode must be query' })
  }
}

function toTexts(parameters: AuthorizationParameters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}

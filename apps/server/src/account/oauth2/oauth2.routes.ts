import type { BodyOf } from '@awan/protocol'
import {
  authorizeClientDevice,
  DEVICE_CODE_GRANT,
  exchangeToken,
  getUserInfo,
  getUserInfoByForm,
  introspectClientToken,
  revokeClientToken,
} from '@awan/protocol/account'
import { isServiceError } from '@awan/protocol/errors'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import { type Caller, type Route, route } from '../../http/route.ts'
import { readClientProof } from '../apps/client-proof.ts'
import type { Client, Clients } from '../apps/clients.ts'
import { toDeviceAnswer } from '../device-code/device-code.routes.ts'
import type { DeviceCodes } from '../device-code/device-code.ts'
import type { GrantToken, TokenRequest } from '../tokens/grant-token.ts'
import type { Introspect } from '../tokens/introspect.ts'
import type { Revoke } from '../tokens/revoke.ts'
import { OAuthError, replyOAuthError } from './oauth-error.ts'
import { readUserInfo } from './user-info.ts'

export interface OAuthRoutesParts {
  db: Database
  clients: Clients
  grantToken: GrantToken
  revoke: Revoke
  introspect: Introspect
  deviceCodes: DeviceCodes
  publicUrl: string
}

/** The standards' wire. Every call names its client here; there is no default as on ours. */
export function oauthRoutes(parts: OAuthRoutesParts): Route[] {
  const { db, clients, grantToken, revoke, introspect, deviceCodes, publicUrl } = parts

  async function authenticate(
    request: FastifyRequest,
    body: { client_id?: string | undefined; client_secret?: string | undefined },
  ): Promise<Client> {
    const proof = readClientProof(request.headers.authorization, {
      clientId: body.client_id,
      clientSecret: body.client_secret,
    })
    if (!proof.clientId) throw new OAuthError('invalid_client', 'client_id is missing', 401)
    try {
      return await clients.authenticate(proof)
    } catch (error) {
      if (!isServiceError(error, 'unauthorized_client')) throw error
      throw new OAuthError('invalid_client', error.description, 401)
    }
  }

  const routes = [
    route(exchangeToken, {}, async ({ body, caller, request }) => {
      const client = await authenticate(request, body)
      const tokenRequest = toTokenRequest(body)
      const who = { client, isNamed: true }
      const {
        sub: _,
        device_trust_token: __,
        ...answer
      } = await grantToken(tokenRequest, who, as(client, caller))
      return answer
    }),

    route(revokeClientToken, {}, async ({ body, caller, request }) => {
      const client = await authenticate(request, body)
      // RFC 7009, 2.1: an access token goes alone, whatever the hint says; its session has the other.
      const hint = body.token.includes('.') ? 'access_token' : 'refresh_token'
      await revoke({ token: body.token, hint, clientId: client.id }, as(client, caller))
      return {}
    }),

    route(introspectClientToken, {}, async ({ body, request }) => {
      const client = await authenticate(request, body)
      const facts = await introspect(body.token)
      // RFC 7662, 4: what was not given to this app is none of its business.
      if (facts?.clientId !== client.id) return { active: false }
      return {
        active: true,
        scope: facts.scope,
        client_id: facts.clientId,
        token_type: facts.kind === 'access_token' ? 'Bearer' : 'refresh_token',
        exp: Math.floor(facts.expiresAt / 1000),
        iat: Math.floor(facts.issuedAt / 1000),
        sub: facts.sub,
        aud: publicUrl,
        iss: publicUrl,
        ...(facts.tokenId !== undefined && { jti: facts.tokenId }),
        // RFC 9470, 6.2.
        ...(facts.authenticatedAt > 0 && { auth_time: Math.floor(facts.authenticatedAt / 1000) }),
      }
    }),

    route(
      authorizeClientDevice,
      { limits: [{ by: 'address', points: 60, perSeconds: 600 }] },
      async ({ body, caller, request }) => {
        const client = await authenticate(request, body)
        const started = await deviceCodes.start(
          { client, scope: body.scope, meta: {} },
          as(client, caller),
        )
        return toDeviceAnswer(started, publicUrl)
      },
    ),

    route(getUserInfo, { scope: 'openid' }, ({ user }) => readUserInfo({ db, publicUrl }, user)),
    route(getUserInfoByForm, { scope: 'openid' }, ({ user }) =>
      readUserInfo({ db, publicUrl }, user),
    ),
  ]
  return routes.map((each) => ({ ...each, replyError: replyOAuthError }))
}

/** The call counts as the app's, whatever a header says. */
function as(client: Client, caller: Caller): Caller {
  return { ...caller, clientId: client.id }
}

function toTokenRequest(body: BodyOf<typeof exchangeToken>): TokenRequest {
  switch (body.grant_type) {
    case 'authorization_code':
      return {
        kind: 'code',
        code: required(body.code, 'code'),
        redirectUri: body.redirect_uri,
        codeVerifier: body.code_verifier,
      }
    case 'refresh_token':
      return {
        kind: 'refresh',
        refreshToken: required(body.refresh_token, 'refresh_token'),
        scope: body.scope,
      }
    case DEVICE_CODE_GRANT:
      return { kind: 'device', deviceCode: required(body.device_code, 'device_code') }
    default:
      throw new OAuthError(
        'unsupported_grant_type',
        'grant_type is not one of grant_types_supported',
      )
  }
}

function required(value: string | undefined, name: string): string {
  if (value !== undefined) return value
  throw new OAuthError('invalid_request', `${name} is missing`)
}

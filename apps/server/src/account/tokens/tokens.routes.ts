import type { BodyOf } from '@awan/protocol'
import {
  DEVICE_CODE_GRANT,
  grantToken as grantTokenEndpoint,
  introspectToken,
  revokeToken,
} from '@awan/protocol/account'
import { isServiceError } from '@awan/protocol/errors'
import { type Route, route } from '../../http/route.ts'
import { readClientProof } from '../apps/client-proof.ts'
import type { Clients } from '../apps/clients.ts'
import type { GrantToken, TokenRequest } from './grant-token.ts'
import type { Introspect, IntrospectCode } from './introspect.ts'
import type { Revoke } from './revoke.ts'

export interface TokenRoutesParts {
  clients: Clients
  grantToken: GrantToken
  revoke: Revoke
  introspect: Introspect
  introspectCode: IntrospectCode
}

/** No limit on calls here: nobody guesses 256 bits, and many people may share one address. */
export function tokenRoutes(parts: TokenRoutesParts): Route[] {
  const { clients, grantToken, revoke, introspect, introspectCode } = parts

  /** The app that shows its secret in a Basic header. */
  async function findProvenApp(authorization: string | undefined): Promise<string | undefined> {
    const proof = readClientProof(authorization, { clientId: undefined, clientSecret: undefined })
    if (proof.clientId === undefined) return undefined
    try {
      const client = await clients.authenticate(proof)
      return client.isConfidential ? client.id : undefined
    } catch (error) {
      if (isServiceError(error, 'unauthorized_client')) return undefined
      throw error
    }
  }
  return [
    route(grantTokenEndpoint, {}, async ({ body, caller, request }) => {
      const proof = readClientProof(request.headers.authorization, {
        clientId: caller.clientId,
        clientSecret: body.client_secret,
      })
      const client = await clients.authenticate(proof)
      const isNamed = proof.clientId !== undefined
      return grantToken(toTokenRequest(body), { client, isNamed }, caller)
    }),

    route(revokeToken, {}, async ({ body, caller }) => {
      await revoke({ token: body.token, hint: body.token_type_hint }, caller)
      return {}
    }),

    // CAL-8: what is not good is an empty object, and never an error that would sign a client out.
    route(introspectToken, {}, async ({ query, request }) => {
      const { authorization } = request.headers
      const bearer = bearerToken(authorization)
      const token = query.token ?? (query.code === undefined ? bearer : undefined)
      const facts = token === undefined ? undefined : await introspect(token)
      if (facts) {
        const { clientId, sub, scope } = facts
        return { token_type: 'Bearer', client_id: clientId, sub, scope }
      }
      if (query.code === undefined) return {}
      return introspectCode(query.code, {
        clientId: await findProvenApp(authorization),
        token: bearer === undefined ? undefined : await introspect(bearer),
      })
    }),
  ]
}

function toTokenRequest(body: BodyOf<typeof grantTokenEndpoint>): TokenRequest {
  switch (body.grant_type) {
    case 'refresh_token':
      return { kind: 'refresh', refreshToken: body.refresh_token, scope: body.scope }
    case 'authorization_code':
      return {
        kind: 'code',
        code: body.code,
        redirectUri: body.redirect_uri,
        codeVerifier: body.code_verifier,
      }
    case DEVICE_CODE_GRANT:
      return { kind: 'device', deviceCode: body.device_code }
  }
}

function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
}

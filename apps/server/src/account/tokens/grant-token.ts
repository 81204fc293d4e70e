import type { Credentials } from '@awan/protocol/account'
import type { Caller } from '../../http/route.ts'
import type { Client } from '../apps/clients.ts'
import { parseScope } from '../apps/scopes.ts'
import type { SignIdToken } from './id-token.ts'
import type { Tokens } from './tokens.ts'

/** What somebody brings to get tokens for it. */
export type TokenRequest =
  | { kind: 'refresh'; refreshToken: string; scope: string | undefined }
  | {
      kind: 'code'
      code: string
      redirectUri: string | undefined
      codeVerifier: string | undefined
    }
  | { kind: 'device'; deviceCode: string }

export interface GrantTokenParts {
  tokens: Tokens
  signIdToken: SignIdToken
  redeemCode: Redeem<'code'>
  redeemDeviceCode: Redeem<'device'>
}

/** The answer to a grant: an app without `offline` gets no refresh token. */
export type Grant = Omit<Credentials, 'refresh_token'> & {
  refresh_token?: string
  id_token?: string
}

/** Gives tokens for what a person has agreed to. */
export type Redeem<Kind extends TokenRequest['kind']> = (
  request: Extract<TokenRequest, { kind: Kind }> & { client: Client },
  caller: Caller,
) => Promise<Grant>

/** The client is proven by then. A refresh token names its own, so that a caller need not. */
export type GrantToken = (
  request: TokenRequest,
  who: { client: Client; isNamed: boolean },
  caller: Caller,
) => Promise<Grant>

/** The same behind both wires. */
export function createGrantToken(parts: GrantTokenParts): GrantToken {
  const { tokens, signIdToken, redeemCode, redeemDeviceCode } = parts

  /** OpenID Connect Core, 12.2: a new ID token too, and no nonce in it. */
  async function refresh(
    request: Extract<TokenRequest, { kind: 'refresh' }>,
    client: Client | undefined,
    caller: Caller,
  ): Promise<Grant> {
    const { credentials, session } = await tokens.refresh({ ...request, client }, caller)
    if (!client || !parseScope(credentials.scope).includes('openid')) return credentials
    const id_token = await signIdToken({
      session,
      algorithm: client.idTokenAlgorithm,
      accessToken: credentials.access_token,
      expiresIn: credentials.expires_in,
      nonce: undefined,
    })
    return { ...credentials, id_token }
  }

  return async (request, { client, isNamed }, caller) => {
    switch (request.kind) {
      case 'refresh':
        return refresh(request, isNamed ? client : undefined, caller)
      case 'code':
        return redeemCode({ ...request, client }, caller)
      case 'device':
        return redeemDeviceCode({ ...request, client }, caller)
    }
  }
}

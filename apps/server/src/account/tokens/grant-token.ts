import type { Caller } from '../../http/route.ts'
import type { Client } from '../apps/clients.ts'
import type { RedeemCode } from '../authorize/redeem-code.ts'
import type { RedeemDeviceCode } from '../device-code/redeem-device-code.ts'
import type { Grant } from './open-grant.ts'
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
  redeemCode: RedeemCode
  redeemDeviceCode: RedeemDeviceCode
}

/** The client is proven by then. A refresh token names its own, so that a caller need not. */
export type GrantToken = (
  request: TokenRequest,
  who: { client: Client; isNamed: boolean },
  caller: Caller,
) => Promise<Grant>

/** The same behind both wires. */
export function createGrantToken(parts: GrantTokenParts): GrantToken {
  const { tokens, redeemCode, redeemDeviceCode } = parts
  return async (request, { client, isNamed }, caller) => {
    switch (request.kind) {
      case 'refresh':
        return tokens.refresh({ ...request, client: isNamed ? client : undefined }, caller)
      case 'code':
        return redeemCode({ ...request, client }, caller)
      case 'device':
        return redeemDeviceCode({ ...request, client }, caller)
    }
  }
}

import type { Random } from '../kernel/id.ts'
import { createSeal } from '../kernel/seal.ts'
import { badToken, parseOpaqueToken, toOpaqueToken } from './opaque-token.ts'

/**
 * Page tokens of lists that go past entries which the caller does not see: they may hold the place of such an
 * entry, so nobody but the server reads them. Each is good for the caller who got it.
 */
export interface SealedTokens {
  close(actorId: string, parts: readonly unknown[]): string
  /** Its parts are as untrusted as those of an open token: the server itself may have been another release. */
  open(actorId: string, token: string): unknown[]
}

export function createSealedTokens(options: { linkKey: Buffer; random: Random }): SealedTokens {
  const { linkKey: key, random } = options
  const seal = createSeal({ key, purpose: 'page token', random })
  return {
    close: (actorId, parts) => seal.close(toOpaqueToken(parts), actorId),
    open(actorId, token) {
      try {
        return parseOpaqueToken(seal.open(token, actorId))
      } catch (cause) {
        throw badToken(cause)
      }
    },
  }
}

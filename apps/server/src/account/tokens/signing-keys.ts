import type { IdTokenAlgorithm } from '@awan/protocol/account'
import type { JWK } from 'jose'
import { type KeyRingParts, readKeyRing } from './key-ring.ts'
import type { SigningKey } from './signing-algorithms.ts'

/** The keys that sign tokens, of both algorithms; each rotates by itself (key-ring.ts). */
export interface SigningKeys {
  /** The ES256 key that signs now. */
  current(): SigningKey
  /** The key of this algorithm that signs now. */
  currentFor(algorithm: IdTokenAlgorithm): Promise<SigningKey>
  /** Undefined for a key that we do not have, or that is of another algorithm. */
  find(kid: string, algorithm: IdTokenAlgorithm): Promise<SigningKey | undefined>
  /** RFC 7517: of both algorithms, the current one first. */
  publicKeys(): Promise<JWK[]>
  /** Makes the next keys when they are due and removes what is past. Safe to repeat, in any process. */
  rotate(): Promise<void>
}

/**
 * Reads the keys; the first one is made. An RSA key takes a second to make, and only apps ask for
 * one: the first is made when somebody needs or reads it.
 */
export async function loadSigningKeys(
  parts: Omit<KeyRingParts, 'algorithm' | 'name'>,
): Promise<SigningKeys> {
  const own = await readKeyRing({ ...parts, algorithm: 'ES256', name: 'signing-key' })
  const rsa = await readKeyRing({ ...parts, algorithm: 'RS256', name: 'rsa-signing-key' })
  let making: Promise<void> | undefined

  async function openRsa() {
    if (rsa.isEmpty()) {
      making ??= rsa.rotate().finally(() => {
        making = undefined
      })
      await making
    }
    return rsa
  }

  await own.rotate()
  if (!rsa.isEmpty()) await rsa.rotate()
  return {
    current: own.current,
    currentFor: async (algorithm) =>
      algorithm === 'ES256' ? own.current() : (await openRsa()).current(),
    find: (kid, algorithm) => (algorithm === 'ES256' ? own : rsa).find(kid),
    publicKeys: async () => [...own.publicKeys(), ...(await openRsa()).publicKeys()],
    async rotate() {
      await own.rotate()
      if (!rsa.isEmpty()) await rsa.rotate()
    },
  }
}

import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createSecret, type Random } from '../../kernel/id.ts'
import { createGate } from './hash-gate.ts'

/** OWASP's figures for argon2id, which is what the library makes by default. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Checks a password in the same time whether or not there is one to check against: a missing hash is
   * replaced by one that nothing matches.
   */
  verify(stored: string | null | undefined, password: string): Promise<boolean>
}

export function createPasswords(random: Random): Passwords {
  const pass = createGate({ width: Math.min(availableParallelism(), 3), maxWaiting: 500 })
  const hashPassword = (password: string) => pass(() => hash(normalise(password), cost))
  let dummy: Promise<string> | undefined

  return {
    hash: hashPassword,
    async verify(stored, password) {
      dummy ??= hashPassword(createSecret(random))
      const against = stored ?? (await dummy)
      const matches = await pass(() => verify(against, normalise(password)))
      return matches && typeof stored === 'string'
    },
  }
}

/** The same letters typed on another keyboard are the same password; nothing is cut off. */
function normalise(password: string): string {
  return password.normalize('NFKC')
}

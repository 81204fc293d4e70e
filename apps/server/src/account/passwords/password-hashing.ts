import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createGate } from './hash-gate.ts'

/** How passwords become hashes. Each hash tells its own cost, and is checked at that. */
export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(stored: string, password: string): Promise<boolean>
}

export interface HashingCost {
  memoryKib: number
  passes: number
}

export function createArgon2id({ memoryKib, passes }: HashingCost): PasswordHashing {
  // The library makes argon2id by default.
  const cost = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 }
  return {
    hash: (password) => hash(password, cost),
    verify: (stored, password) => verify(stored, password),
  }
}

/** OWASP's figures. */
export const owaspHashing = createArgon2id({ memoryKib: 19 * 1024, passes: 2 })

/** All that goes through one of these waits in one queue. */
export function gateHashing(hashing: PasswordHashing): PasswordHashing {
  // One more than there are cores, so that none idles until the next is let in; one thread stays free.
  const pass = createGate({ width: Math.min(availableParallelism() + 1, 3), maxWaiting: 500 })
  return {
    hash: (password) => pass(() => hashing.hash(password)),
    verify: (stored, password) => pass(() => hashing.verify(stored, password)),
  }
}

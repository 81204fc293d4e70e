import { createSecret, type Random } from '../../kernel/id.ts'
import type { BreachedPasswords } from './breached-passwords.ts'
import { checkNewPassword, weakPassword } from './check-password.ts'
import { createLeakedList } from './leaked-list.ts'
import { gateHashing, owaspHashing, type PasswordHashing } from './password-hashing.ts'

export interface Passwords {
  /** Throws `invalid_argument` with the flaw as its reason. */
  checkNew(password: string, aboutPerson: readonly string[]): Promise<void>
  hash(password: string): Promise<string>
  /**
   * Checks a password in the same time whether or not there is one to check against: a missing hash is
   * replaced by one that nothing matches.
   */
  verify(stored: string | null | undefined, password: string): Promise<boolean>
}

export interface PasswordsParts {
  random: Random
  breached?: BreachedPasswords | undefined
  hashing?: PasswordHashing | undefined
}

export function createPasswords(parts: PasswordsParts): Passwords {
  const { random, breached, hashing = gateHashing(owaspHashing) } = parts
  const hashPassword = (password: string) => hashing.hash(normalise(password))
  const leaked = createLeakedList()
  let dummy: Promise<string> | undefined

  return {
    async checkNew(password, aboutPerson) {
      checkNewPassword(password, aboutPerson)
      if (await leaked.includes(password)) throw weakPassword('password_breached')
      if (await breached?.includes(password)) throw weakPassword('password_breached')
    },
    hash: hashPassword,
    async verify(stored, password) {
      dummy ??= hashPassword(createSecret(random))
      const against = stored ?? (await dummy)
      const matches = await hashing.verify(against, normalise(password))
      return matches && typeof stored === 'string'
    },
  }
}

/** The same letters typed on another keyboard are the same password; nothing is cut off. */
function normalise(password: string): string {
  return password.normalize('NFKC')
}

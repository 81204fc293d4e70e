import { createHash, timingSafeEqual } from 'node:crypto'
import type { Random } from '../../kernel/id.ts'
import type { SecretKeeper } from '../../kernel/secret-keeper.ts'
import { createUserCode, readUserCode, showUserCode } from '../device-code/user-code.ts'

/**
 * What the operator reads in the terminal and types to make the first account from another machine:
 * otherwise the first stranger who finds a new server would become its administrator. It is kept with the
 * keys, so that a restart does not change it and processes that share a database agree on it.
 */
export interface SetupCode {
  /** As it is shown; made if there is none. */
  read(): Promise<string>
  isRight(typed: string): Promise<boolean>
  /** It has done its work. */
  remove(): Promise<void>
}

const NAME = 'setup-code'
/** 20 letters to the 12th are 52 bits. */
const LENGTH = 12

export function createSetupCode({
  keeper,
  random,
}: {
  keeper: SecretKeeper
  random: Random
}): SetupCode {
  return {
    async read() {
      await keeper.createIfAbsent(NAME, createUserCode(random, LENGTH))
      // Another process may have been faster.
      return showUserCode((await keeper.read(NAME)) ?? '')
    },
    async isRight(typed) {
      const code = await keeper.read(NAME)
      if (code === undefined) return false
      return timingSafeEqual(hash(code), hash(readUserCode(typed)))
    },
    remove: () => keeper.remove(NAME),
  }
}

/** Of one length, whatever was typed. */
function hash(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

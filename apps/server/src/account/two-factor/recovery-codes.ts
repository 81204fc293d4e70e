import { createHmac } from 'node:crypto'
import type { Reader, Writer } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/id.ts'
import {
  countRecoveryCodes,
  markRecoveryCodeUsed,
  replaceRecoveryCodes,
} from './recovery-codes.store.ts'

const CODES = 10
/** 50 bits: nobody guesses one, and the key in the hash keeps a copied table from being searched. */
const LENGTH = 10
/** Crockford's: no letter can be taken for a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** For the day when the phone is lost: ten codes that are shown once and work once each. */
export interface RecoveryCodes {
  /** New codes for a person to write down; store them to make them work. */
  create(): string[]
  /** Those before work no more. */
  replace(writer: Writer, sub: string, codes: readonly string[]): Promise<void>
  /** True for exactly one of all calls with this code. */
  use(writer: Writer, sub: string, typed: string): Promise<boolean>
  countLeft(reader: Reader, sub: string): Promise<number>
}

export function createRecoveryCodes({
  clock,
  random,
  codeKey,
}: {
  clock: Clock
  random: Random
  codeKey: Buffer
}): RecoveryCodes {
  const hash = (sub: string, code: string) =>
    createHmac('sha256', codeKey).update(`recovery:${sub}:${code}`).digest('base64url')

  function createOne(): string {
    let code = ''
    for (let i = 0; i < LENGTH; i++) code += ALPHABET[random.integer(ALPHABET.length)]
    return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
  }

  return {
    create: () => Array.from({ length: CODES }, createOne),
    replace: (writer, sub, codes) =>
      replaceRecoveryCodes(
        writer,
        sub,
        codes.map((code) => hash(sub, normalise(code))),
      ),
    use: (writer, sub, typed) =>
      markRecoveryCodeUsed(writer, { sub, hash: hash(sub, normalise(typed)), nowMs: clock.now() }),
    countLeft: countRecoveryCodes,
  }
}

/** As people type: in capitals, with or without the dash, with the letters that look like digits. */
function normalise(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
}

import type { Random } from '../../kernel/id.ts'

/** RFC 8628, 6.1: no vowels, so that no words come up; 20 letters to the 8th are 34 bits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8

export function createUserCode(random: Random, length = LENGTH): string {
  let code = ''
  for (let i = 0; i < length; i++) code += LETTERS[random.integer(LETTERS.length)]
  return code
}

/** As a device shows it: `WDJB-MJHT`. */
export function showUserCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-')
}

/** What a person typed, whatever they put between the letters. */
export function readUserCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z]/g, '')
}

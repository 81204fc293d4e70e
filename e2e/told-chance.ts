import crypto from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Loaded before the server: the signs that it draws for a picture are also written down, so that a story
 * can read the picture as a person would. Chance itself stays what it is.
 */
export const SIGNS = '34679ACDEHJKMNPRTVWXY'

const { DRAWN_SIGNS_FILE } = process.env
const { randomInt } = crypto

if (DRAWN_SIGNS_FILE !== undefined) {
  crypto.randomInt = ((limit: number) => {
    const value = randomInt(limit)
    if (limit === SIGNS.length) appendFileSync(DRAWN_SIGNS_FILE, SIGNS[value] ?? '')
    return value
  }) as typeof crypto.randomInt
  syncBuiltinESMExports()
}

import crypto from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * The signs that the server draws for a picture are also written down, where a story names a file for
 * them, so that it can read the picture as a person would. Chance itself stays what it is.
 */
const SIGNS = '34679ACDEHJKMNPRTVWXY'
const { randomInt } = crypto

crypto.randomInt = ((...given: [number, number]) => {
  const value = randomInt(...given)
  const { DRAWN_SIGNS_FILE } = process.env
  if (DRAWN_SIGNS_FILE !== undefined && given[0] === SIGNS.length) {
    appendFileSync(DRAWN_SIGNS_FILE, SIGNS[value] ?? '')
  }
  return value
}) as typeof crypto.randomInt
syncBuiltinESMExports()

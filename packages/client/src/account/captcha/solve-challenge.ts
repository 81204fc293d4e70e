import { ServiceError } from '@awan/protocol/errors'
import { toHex } from '../../runtime/hex-id.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { wait } from '../../runtime/wait.ts'
import { sha256 } from './sha256.ts'

/** Between two pauses: a few milliseconds of work, so that the page stays alive. */
const HASHES_PER_TURN = 2000

/** More rounds than this would hold the page still, and no honest server asks for them. */
const MAX_COST = 100_000
/** A minute or more of work: a challenge that takes longer has no answer. */
const MAX_HASHES = 100_000_000

/**
 * Solves an altcha (version 2) proof of work: finds the counter for which the SHA-256 of salt, nonce
 * and counter, repeated `cost` times, begins with the wanted digits. Our own SHA-256 does it,
 * because the platform's costs more in waiting than in hashing on inputs this short, and is withheld
 * from pages without TLS.
 *
 * @returns the solution as the server wants it: base64 of the challenge with its answer
 */
export async function solveChallenge(
  runtime: Pick<Runtime, 'startTimer'>,
  challenge: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<string> {
  const { salt, nonce, keyPrefix, keyLength, cost } = readParameters(challenge)
  const input = new Uint8Array(salt.length + nonce.length + 4)
  input.set(salt)
  input.set(nonce, salt.length)
  const counterView = new DataView(input.buffer, salt.length + nonce.length)
  const tries = Math.max(1, Math.floor(HASHES_PER_TURN / cost))

  for (let counter = 0; counter * cost < MAX_HASHES; counter++) {
    if (counter % tries === 0) await wait(runtime, 0, signal)
    counterView.setUint32(0, counter)
    let key = sha256(input)
    for (let round = 1; round < cost; round++) key = sha256(key)
    if (startsWith(key, keyPrefix)) {
      const derivedKey = toHex(key.subarray(0, keyLength))
      const { parameters, signature } = challenge
      return toBase64(
        JSON.stringify({
          challenge: { parameters, signature },
          solution: { counter, derivedKey },
        }),
      )
    }
  }
  throw unsolvable('no counter fits')
}

function readParameters(challenge: Record<string, unknown>) {
  const { algorithm, salt, nonce, keyPrefix, keyLength, cost } = (challenge.parameters ??
    {}) as Record<string, unknown>
  if (algorithm !== 'SHA-256') throw unsolvable(`unknown algorithm ${String(algorithm)}`)
  if (typeof keyPrefix !== 'string' || !/^[0-9a-f]{1,64}$/i.test(keyPrefix)) {
    throw unsolvable('bad prefix')
  }
  if (typeof cost === 'number' && cost > MAX_COST) throw unsolvable('cost')
  return {
    salt: fromHex(salt),
    nonce: fromHex(nonce),
    keyPrefix: [...keyPrefix].map((digit) => Number.parseInt(digit, 16)),
    keyLength: typeof keyLength === 'number' ? keyLength : 32,
    cost: typeof cost === 'number' && cost > 1 ? cost : 1,
  }
}

/** Digit by digit: a prefix may end within a byte. */
function startsWith(key: Uint8Array, digits: readonly number[]): boolean {
  return digits.every((digit, i) => {
    const byte = key[i >> 1] ?? 0
    return digit === (i % 2 === 0 ? byte >> 4 : byte & 15)
  })
}

function fromHex(text: unknown): Uint8Array {
  if (typeof text !== 'string' || !/^([0-9a-f]{2})*$/i.test(text)) throw unsolvable('bad digits')
  return Uint8Array.from({ length: text.length / 2 }, (_byte, i) =>
    Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
  )
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

function unsolvable(reason: string): ServiceError {
  return new ServiceError('unimplemented', { description: `captcha challenge: ${reason}` })
}

import type { IdTokenAlgorithm } from '@awan/protocol/account'
import type { JWK } from 'jose'
import type { Clock } from '../../kernel/clock.ts'
import type { SecretKeeper } from '../../kernel/secret-keeper.ts'
import { createSigningKey, parseSigningKey, type SigningKey } from './signing-algorithms.ts'

/**
 * The keys of one algorithm. The next one is made and published as soon as its predecessor begins
 * to sign, a whole period ahead: when its time comes, every process and every foreign verifier has
 * had it for long, and no two processes need agree on anything. The previous one stays until no
 * token that it signed can still be good.
 */
export interface KeyRing {
  isEmpty(): boolean
  current(): SigningKey
  /** Undefined for a key that we do not have; another process may have made it since, so it looks. */
  find(kid: string): Promise<SigningKey | undefined>
  /** RFC 7517; current first. */
  publicKeys(): JWK[]
  /** Makes the first keys, and the next one when it is due; removes what is past. */
  rotate(): Promise<void>
}

export interface KeyRingParts {
  keeper: SecretKeeper
  clock: Clock
  rotateAfterMs: number
  algorithm: IdTokenAlgorithm
  /** Of the first key; the others are numbered. */
  name: string
}

/** Reads the keys. A damaged one stops the start and is never replaced. */
export async function readKeyRing(parts: KeyRingParts): Promise<KeyRing> {
  const { keeper, clock, rotateAfterMs, algorithm, name } = parts
  /** Oldest first, as numbered. */
  let keys: NumberedKey[] = []
  let readAtMs = 0

  const nameOf = (number: number) => (number === 1 ? name : `${name}-${number}`)

  function numberOf(stored: string): number | undefined {
    if (stored === name) return 1
    const digits = /^-([1-9]\d{0,8})$/.exec(stored.slice(name.length))?.[1]
    return digits === undefined ? undefined : Number(digits)
  }

  async function readKey(number: number): Promise<NumberedKey | undefined> {
    const text = await keeper.read(nameOf(number))
    // Another process may have removed it after we saw its name.
    if (text === undefined) return undefined
    const key = parseSigningKey(algorithm, text)
    if (key) return { ...key, number }
    throw new Error(
      `The key "${nameOf(number)}" in ${keeper.place} is damaged. Put it back from a backup; or remove it, and a new one is made at the next start (everyone who is signed in by it then renews their session).`,
    )
  }

  async function read(): Promise<void> {
    const numbers = (await keeper.list(name)).flatMap((stored) => numberOf(stored) ?? [])
    const found = await Promise.all(numbers.map(readKey))
    keys = found.filter((key) => key !== undefined).sort((a, b) => a.number - b.number)
    readAtMs = clock.now()
  }

  async function make(number: number, activeFromMs: number): Promise<void> {
    await keeper.createIfAbsent(nameOf(number), await createSigningKey(algorithm, activeFromMs))
    // Another process may have been first; what was kept counts, not what we made.
    await read()
  }

  function current(): NumberedKey {
    const active = keys.findLast(({ activeFromMs }) => activeFromMs <= clock.now()) ?? keys[0]
    if (!active) throw new Error(`there is no signing key for ${algorithm}`)
    return active
  }

  async function rotate(): Promise<void> {
    await read()
    if (keys.length === 0) await make(1, 0)
    const newest = keys.at(-1)
    if (newest && newest.activeFromMs <= clock.now()) {
      await make(newest.number + 1, clock.now() + rotateAfterMs)
    }
    const past = keys.filter((_, index) => {
      const successor = keys[index + 1]
      return successor && successor.activeFromMs + KEPT_MS <= clock.now()
    })
    for (const { number } of past) await keeper.remove(nameOf(number))
    if (past.length > 0) await read()
  }

  await read()
  return {
    isEmpty: () => keys.length === 0,
    current,
    async find(kid) {
      const known = keys.find((key) => key.kid === kid)
      if (known || clock.now() - readAtMs < LOOK_AGAIN_MS) return known
      await read()
      return keys.find((key) => key.kid === kid)
    },
    publicKeys() {
      const first = current()
      return [first, ...keys.filter((key) => key !== first)].map(({ publicJwk }) => publicJwk)
    },
    rotate,
  }
}

/** Access tokens are valid for a day at most; the second day is for clients that cached the keys. */
const KEPT_MS = 2 * 86_400_000
/** Tokens with an invented key id must not make us read the keys again and again. */
const LOOK_AGAIN_MS = 30_000

interface NumberedKey extends SigningKey {
  number: number
}

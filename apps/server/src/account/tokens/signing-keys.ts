import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import { calculateJwkThumbprint, type JWK } from 'jose'
import type { Clock } from '../../kernel/clock.ts'
import type { SecretKeeper } from '../../kernel/secret-keeper.ts'

/** An ES256 key and since when it signs. */
export interface SigningKey {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
  publicJwk: JWK
  activeFromMs: number
}

/**
 * The keys that sign tokens. The next one is made and published as soon as its predecessor begins
 * to sign, a whole period ahead: when its time comes, every process and every foreign verifier has
 * had it for long, and no two processes need agree on anything. The previous one stays until no
 * token that it signed can still be good.
 */
export interface SigningKeys {
  current(): SigningKey
  /** Undefined for a key that we do not have; another process may have made it since, so it looks. */
  find(kid: string): Promise<SigningKey | undefined>
  /** RFC 7517; current first. */
  publicKeys(): JWK[]
  /** Makes the next key when it is due and removes what is past. Safe to repeat, in any process. */
  rotate(): Promise<void>
}

export interface SigningKeysParts {
  keeper: SecretKeeper
  clock: Clock
  rotateAfterMs: number
}

/** Reads the keys; the first ones are made. A damaged one stops the start and is never replaced. */
export async function loadSigningKeys(parts: SigningKeysParts): Promise<SigningKeys> {
  const { keeper, clock, rotateAfterMs } = parts
  /** Oldest first, as numbered. */
  let keys: NumberedKey[] = []
  let readAtMs = 0

  async function read(): Promise<void> {
    const numbers = (await keeper.list(NAME)).flatMap((name) => numberOf(name) ?? [])
    const found = await Promise.all(numbers.map((number) => readKey(keeper, number)))
    keys = found.filter((key) => key !== undefined).sort((a, b) => a.number - b.number)
    readAtMs = clock.now()
  }

  async function make(number: number, activeFromMs: number): Promise<void> {
    await keeper.createIfAbsent(nameOf(number), await createKey(activeFromMs))
    // Another process may have been first; what was kept counts, not what we made.
    await read()
  }

  function current(): NumberedKey {
    const active = keys.findLast(({ activeFromMs }) => activeFromMs <= clock.now()) ?? keys[0]
    if (!active) throw new Error('there is no signing key')
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

  await rotate()
  return {
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

const NAME = 'signing-key'
/** Access tokens are valid for a day at most; the second day is for clients that cached the keys. */
const KEPT_MS = 2 * 86_400_000
/** Tokens with an invented key id must not make us read the keys again and again. */
const LOOK_AGAIN_MS = 30_000

interface NumberedKey extends SigningKey {
  number: number
}

function nameOf(number: number): string {
  return number === 1 ? NAME : `${NAME}-${number}`
}

function numberOf(name: string): number | undefined {
  if (name === NAME) return 1
  const digits = /^signing-key-([1-9]\d{0,8})$/.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

async function createKey(activeFromMs: number): Promise<string> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = privateKey.export({ format: 'jwk' }) as JWK
  const kid = await calculateJwkThumbprint(jwk)
  return JSON.stringify({ ...jwk, alg: 'ES256', use: 'sig', kid, active_from_ms: activeFromMs })
}

async function readKey(keeper: SecretKeeper, number: number): Promise<NumberedKey | undefined> {
  const text = await keeper.read(nameOf(number))
  // Another process may have removed it after we saw its name.
  if (text === undefined) return undefined
  const key = parseKey(text, number)
  if (key) return key
  throw new Error(
    `The key "${nameOf(number)}" in ${keeper.place} is damaged. Put it back from a backup; or remove it, and a new one is made at the next start (everyone who is signed in by it then renews their session).`,
  )
}

function parseKey(text: string, number: number): NumberedKey | undefined {
  try {
    const { active_from_ms: activeFromMs = 0, ...jwk } = JSON.parse(text)
    const { kty, crv, x, y, d, kid } = jwk as JWK
    const isWhole = [x, y, d].every((part) => typeof part === 'string' && part.length === 43)
    if (!isWhole || kty !== 'EC' || crv !== 'P-256' || typeof kid !== 'string') return undefined
    if (kid === '' || !Number.isSafeInteger(activeFromMs)) return undefined
    const privateKey = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' })
    return {
      number,
      kid,
      privateKey,
      publicKey: createPublicKey(privateKey),
      publicJwk: { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' } as JWK,
      activeFromMs: activeFromMs as number,
    }
  } catch {
    return undefined
  }
}

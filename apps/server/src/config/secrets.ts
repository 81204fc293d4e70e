import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Random } from '../kernel/id.ts'
import type { SecretKeeper } from '../kernel/secret-keeper.ts'

/** Keys that the server makes for itself at the first start and keeps. They are never printed. */
export interface Secrets {
  /** ES256 private key that signs access tokens, with its `kid`. */
  signingKey: JWK
  /** 32 bytes: derives the successor of a refresh token. */
  refreshKey: Buffer
  /** 32 bytes: signs download links. */
  linkKey: Buffer
  /** 32 bytes: peppers the hashes of short codes and signs captcha challenges. */
  codeKey: Buffer
}

/** Reads the keys; those that are not there yet are made. A damaged one is never replaced. */
export async function loadSecrets(keeper: SecretKeeper, random: Random): Promise<Secrets> {
  const loadBytes = (name: string) =>
    loadOne(keeper, name, async () => random.bytes(KEY_BYTES).toString('base64url'), parseKeyBytes)
  return {
    signingKey: await loadOne(keeper, 'signing-key', createSigningKey, parseSigningKey),
    refreshKey: await loadBytes('refresh-key'),
    linkKey: await loadBytes('link-key'),
    codeKey: await loadBytes('code-key'),
  }
}

const KEY_BYTES = 32

async function loadOne<T>(
  keeper: SecretKeeper,
  name: string,
  create: () => Promise<string>,
  parse: (text: string) => T | undefined,
): Promise<T> {
  let text = await keeper.read(name)
  if (text === undefined) {
    await keeper.createIfAbsent(name, await create())
    // Another process may have been first; what was kept counts, not what we made.
    text = await keeper.read(name)
  }
  const value = text === undefined ? undefined : parse(text)
  if (value === undefined) {
    throw new Error(
      `The key "${name}" in ${keeper.place} is damaged. Put it back from a backup; or remove it, and a new one is made at the next start (links, codes or sign-ins that depend on it then stop working).`,
    )
  }
  return value
}

async function createSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return JSON.stringify({
    ...jwk,
    alg: 'ES256',
    use: 'sig',
    kid: await calculateJwkThumbprint(jwk),
  })
}

function parseSigningKey(text: string): JWK | undefined {
  const key = parseJson(text)
  if (typeof key !== 'object' || key === null) return undefined
  const { kty, crv, x, y, d, kid } = key as JWK
  const isWhole = [x, y, d].every((part) => typeof part === 'string' && part.length === 43)
  const isOurs = kty === 'EC' && crv === 'P-256' && typeof kid === 'string' && kid !== ''
  return isWhole && isOurs ? (key as JWK) : undefined
}

function parseKeyBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length === KEY_BYTES && bytes.toString('base64url') === text ? bytes : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import type { Random } from '../kernel/id.ts'
import type { SecretKeeper } from '../kernel/secret-keeper.ts'

/**
 * Keys that the server makes for itself at the first start and keeps. They are never printed. Those
 * that sign tokens are not among them: they rotate (account/tokens/signing-keys.ts).
 */
export interface Secrets {
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

function parseKeyBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length === KEY_BYTES && bytes.toString('base64url') === text ? bytes : undefined
}

import { toBase64Url } from '../base64url.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { wrongParam } from '../wrong-param.ts'

/** RFC 7636: the challenge goes out with the authorization, the verifier stays until the code is exchanged. */
export interface Pkce {
  /** A secret: keep it in this browser, and send it to `signIn.withAuthorizationCode` alone. */
  code_verifier: string
  code_challenge: string
  code_challenge_method: 'S256'
}

/**
 * Creates a code verifier and its challenge.
 *
 * @example const { code_verifier, ...challenge } = await createPkce(client.runtime)
 */
export async function createPkce(runtime: Pick<Runtime, 'randomBytes' | 'sha256'>): Promise<Pkce> {
  if (typeof runtime?.randomBytes !== 'function') throw wrongParam('runtime')
  const code_verifier = toBase64Url(runtime.randomBytes(32))
  const bytes = new TextEncoder().encode(code_verifier)
  const digest = runtime.sha256
    ? await runtime.sha256(bytes)
    : (await import('./captcha/sha256.ts')).sha256(bytes)
  return { code_verifier, code_challenge: toBase64Url(digest), code_challenge_method: 'S256' }
}

import type { JWK } from 'jose'

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

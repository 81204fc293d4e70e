/** BLAKE3 by whatever computes it here; both give the same. */
export interface Blake3 {
  readonly kind: 'native' | 'webassembly'
  /** Of bytes that are in memory as a whole, in hexadecimal. */
  hash(bytes: Uint8Array): string
  /** Of bytes that come in pieces. */
  create(): Blake3Hasher
}

export interface Blake3Hasher {
  /** The bytes are the caller's again when it returns. */
  update(bytes: Uint8Array): void
  /** In hexadecimal; nothing may come after it. */
  digest(): string
}

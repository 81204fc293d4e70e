import { isServiceError } from '@awan/protocol/errors'

/** Whether, and how large, the way to the server lets bundles through: learnt from what it answers. */
export interface BundleSupport {
  /** Believed until the server says otherwise. */
  isThere(): boolean
  /** The server has taken one: from now on `not_found` means the folder. */
  worked(): void
  /** Whether an error says that the server knows no bundles; then they are over. */
  isMissing(error: unknown): boolean
  maxBytes(): number
  /** Somebody on the way, as a proxy, refused one for its size. */
  tooLarge(bytes: number): void
}

export function createBundleSupport(): BundleSupport {
  let isThere = true
  let hasWorked = false
  let maxBytes = Number.POSITIVE_INFINITY
  return {
    isThere: () => isThere,
    worked() {
      hasWorked = true
    },
    isMissing(error) {
      if (hasWorked || !isServiceError(error, 'not_found', 'unimplemented')) return false
      isThere = false
      return true
    },
    maxBytes: () => maxBytes,
    tooLarge(bytes) {
      maxBytes = Math.min(maxBytes, Math.floor(bytes / 2))
    },
  }
}

import type { Blake3 } from './hasher.ts'
import { loadNativeBlake3 } from './native.ts'

/** Machine code where there is some for this platform, six times as fast as the same in WebAssembly. */
export const blake3: Blake3 =
  (await loadNativeBlake3()) ?? (await import('./portable.ts')).portableBlake3

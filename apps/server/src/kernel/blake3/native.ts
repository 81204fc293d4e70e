import type { Blake3 } from './hasher.ts'

type Binding = typeof import('@napi-rs/blake-hash')

/** Undefined where nobody has built it for this platform. */
export async function loadNativeBlake3(
  load: () => Promise<Binding> = () => import('@napi-rs/blake-hash'),
): Promise<Blake3 | undefined> {
  const binding = await load().catch(() => undefined)
  if (!binding) return undefined
  const { blake3, Blake3Hasher } = binding
  return {
    kind: 'native',
    hash: (bytes) => blake3(bytes).toString('hex'),
    create() {
      const hasher = new Blake3Hasher()
      return {
        update: (bytes) => void hasher.update(bytes),
        digest: () => hasher.digest('hex'),
      }
    },
  }
}

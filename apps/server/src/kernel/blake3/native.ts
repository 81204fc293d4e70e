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
    hash: (bytes) => blake3(toBuffer(bytes)).toString('hex'),
    create() {
      const hasher = new Blake3Hasher()
      return {
        update: (bytes) => void hasher.update(toBuffer(bytes)),
        digest: () => hasher.digest('hex'),
      }
    },
  }
}

/** The same bytes, as the library wants them. */
function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

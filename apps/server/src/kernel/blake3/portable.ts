import { createHasher, type Hasher, hash } from 'blake3-jit'
import type { Blake3, Blake3Hasher } from './hasher.ts'

/** A block of a content. Only what is there as a whole is hashed by vectors, three times as fast. */
const MAX_GATHERED_BYTES = 4 * 1024 * 1024

/** The same on every platform, in WebAssembly. */
export const portableBlake3: Blake3 = {
  kind: 'webassembly',
  hash: (bytes) => toHex(hash(bytes)),
  create: () => new GatheringHasher(),
}

class GatheringHasher implements Blake3Hasher {
  #gathered: Uint8Array[] = []
  #bytes = 0
  #rest: Hasher | undefined

  update(bytes: Uint8Array): void {
    this.#bytes += bytes.length
    if (this.#bytes <= MAX_GATHERED_BYTES) {
      this.#gathered.push(bytes.slice())
      return
    }
    this.#rest ??= createHasher().update(this.#take())
    this.#rest.update(bytes)
  }

  digest(): string {
    return toHex(this.#rest ? this.#rest.finalize() : hash(this.#take()))
  }

  #take(): Uint8Array {
    return Buffer.concat(this.#gathered.splice(0))
  }
}

function toHex({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('hex')
}

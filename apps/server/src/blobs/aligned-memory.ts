/** What a disk reads and writes at once, and where memory for it has to begin. */
export const PAGE_BYTES = 4096

/** Memory that begins at a page, lent until it is disposed of. */
export interface Slab extends Disposable {
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
 * Memory that a disk can take bytes from by itself: it has to begin at a page, which Buffers do not and
 * WebAssembly's memory does. There are few slabs, made when the first is wanted; who finds none free waits.
 */
export class AlignedMemory {
  readonly #slabs: number
  #free: Uint8Array<ArrayBuffer>[] | undefined
  readonly #waiting: ((bytes: Uint8Array<ArrayBuffer>) => void)[] = []

  constructor(slabs = SLABS) {
    this.#slabs = slabs
  }

  async lend(): Promise<Slab> {
    this.#free ??= makeSlabs(this.#slabs)
    const bytes = this.#free.pop() ?? (await this.#nextGivenBack())
    return { bytes, [Symbol.dispose]: () => this.#giveBack(bytes) }
  }

  #nextGivenBack(): Promise<Uint8Array<ArrayBuffer>> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #giveBack(bytes: Uint8Array<ArrayBuffer>): void {
    const next = this.#waiting.shift()
    if (next) next(bytes)
    else this.#free?.push(bytes)
  }
}

/** One memory for all, since each takes gigabytes of addresses, though no room. */
function makeSlabs(length: number): Uint8Array<ArrayBuffer>[] {
  const pages = (length * SLAB_BYTES) / WASM_PAGE_BYTES
  const { buffer } = new WebAssembly.Memory({ initial: pages, maximum: pages })
  return Array.from({ length }, (_, slab) => new Uint8Array(buffer, slab * SLAB_BYTES, SLAB_BYTES))
}

/** The types of Node leave it out. */
declare const WebAssembly: {
  readonly Memory: new (size: {
    initial: number
    maximum: number
  }) => { readonly buffer: ArrayBuffer }
}

const WASM_PAGE_BYTES = 65_536
/** What a writer gathers, with room for the piece that it ends with. */
const SLAB_BYTES = 2 * 1024 * 1024
/** As many writes as Node has threads for. */
const SLABS = 4

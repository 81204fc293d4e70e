import { constants, type FileHandle, open } from 'node:fs/promises'
import { type AlignedMemory, PAGE_BYTES } from './aligned-memory.ts'
import { errorCode } from './disk-errors.ts'
import { afterBytes, countBytes } from './gathered-bytes.ts'

/**
 * A way into a file past the page cache: the disk takes the bytes from our own memory. It takes whole pages
 * only, and not every file system has it; whatever it leaves goes the ordinary way.
 */
export class DirectFile {
  readonly #file: FileHandle
  readonly #memory: Lender
  #isRefused = false

  constructor(file: FileHandle, memory: Lender) {
    this.#file = file
    this.#memory = memory
  }

  /** Says how many of the bytes, from the first on, it has written. */
  async write(pieces: readonly Uint8Array[], at: number): Promise<number> {
    const wholeBytes = toWholePages(countBytes(pieces))
    if (this.#isRefused || at % PAGE_BYTES !== 0 || wholeBytes === 0) return 0
    using slab = await this.#memory.lend()
    for (let written = 0; written < wholeBytes; ) {
      const part = slab.bytes.subarray(0, wholeBytes - written)
      copyInto(part, afterBytes(pieces, written))
      const { bytesWritten } = await this.#tryToWrite(part, at + written)
      written += bytesWritten
      if (bytesWritten < part.length) return written
    }
    return wholeBytes
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async #tryToWrite(bytes: Uint8Array, at: number): Promise<{ bytesWritten: number }> {
    try {
      return await this.#file.write(bytes, 0, bytes.length, at)
    } catch (error) {
      if (errorCode(error) !== 'EINVAL') throw error
      this.#isRefused = true
      return { bytesWritten: 0 }
    }
  }
}

type Lender = Pick<AlignedMemory, 'lend'>

/** The same file once more, whatever has become of its name. Undefined where it cannot be had in this way. */
export async function openDirect(
  { fd }: FileHandle,
  memory: Lender,
): Promise<DirectFile | undefined> {
  try {
    const file = await open(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_DIRECT)
    return new DirectFile(file, memory)
  } catch {
    // A platform without /proc, a file system that says EINVAL: what is wrong with the file itself, the
    // ordinary way tells.
    return undefined
  }
}

function toWholePages(bytes: number): number {
  return bytes - (bytes % PAGE_BYTES)
}

function copyInto(target: Uint8Array, pieces: readonly Uint8Array[]): void {
  let filled = 0
  for (const piece of pieces) {
    const part = piece.subarray(0, target.length - filled)
    target.set(part, filled)
    filled += part.length
    if (filled === target.length) return
  }
}

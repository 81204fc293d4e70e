/** Bytes that wait to be written, and who wants to know when they are. */
export class GatheredBytes {
  #pieces: Piece[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  add(bytes: Uint8Array, onTaken?: () => void): void {
    this.#pieces.push({ bytes, onTaken })
    this.#count += bytes.length
  }

  /** All but the last `left` of them. The giver of a piece is notified with its last byte. */
  take(left = 0): TakenBytes {
    const taken = this.#pieces
    this.#pieces = []
    let cut = left
    while (cut > 0) {
      const piece = taken.pop()
      if (!piece) throw new RangeError(`fewer than ${left} bytes are gathered`)
      const { bytes, onTaken } = piece
      const kept = Math.min(cut, bytes.length)
      this.#pieces.unshift({ bytes: bytes.subarray(bytes.length - kept), onTaken })
      if (kept < bytes.length) taken.push({ bytes: bytes.subarray(0, -kept), onTaken: undefined })
      cut -= kept
    }
    this.#count = left
    return {
      pieces: taken.map(({ bytes }) => bytes),
      tell: () => {
        for (const { onTaken } of taken) onTaken?.()
      },
    }
  }
}

export interface TakenBytes {
  readonly pieces: readonly Uint8Array[]
  /** Call when they are written. */
  tell(): void
}

interface Piece {
  readonly bytes: Uint8Array
  readonly onTaken: (() => void) | undefined
}

export function countBytes(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

export function afterBytes(pieces: readonly Uint8Array[], count: number): Uint8Array[] {
  let skipped = 0
  for (const [index, bytes] of pieces.entries()) {
    if (skipped + bytes.length > count) {
      return [bytes.subarray(count - skipped), ...pieces.slice(index + 1)]
    }
    skipped += bytes.length
  }
  return []
}

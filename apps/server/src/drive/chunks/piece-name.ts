import { ServiceError } from '@awan/protocol/errors'

/** What the name of a piece says of its place. */
export interface PieceName {
  /** Which one it is, or at which byte it begins. */
  position: number
  /** Of a name that tells both ends: the second. */
  end?: number | undefined
}

/**
 * Clients number their pieces from 0 or from 1, with as many zeros before the number as they like; or they name the bytes,
 * the first and the last or the one after it.
 */
export function parsePieceName(name: string): PieceName {
  const [, first = '', second] = /^(\d{1,16})(?:-(\d{1,16}))?$/.exec(name) ?? []
  const position = Number(first)
  const end = second === undefined ? undefined : Number(second)
  const isWhole = [position, end ?? 0].every(Number.isSafeInteger)
  if (first !== '' && isWhole && (end === undefined || end >= position)) return { position, end }
  throw new ServiceError('invalid_argument', {
    description:
      'a piece is called by its number, or by the numbers of its first and its last byte',
  })
}

/**
 * Throws unless some pieces, in the order of their places, have no gap and add up to as much as the client says: clients
 * have been seen to leave a piece out and to call it a success.
 */
export function requireGapless(
  pieces: readonly { name: string; size: number }[],
  totalBytes: number,
): void {
  const placed = pieces.map(({ name, size }) => ({ ...parsePieceName(name), size }))
  const starts: number[] = []
  let sum = 0
  for (const { size } of placed) {
    starts.push(sum)
    sum += size
  }
  const first = placed[0]?.position ?? 0
  const isCounted =
    first <= 1 &&
    placed.every(({ position, end }, at) => end === undefined && position === first + at)
  const isByBytes = placed.every(
    ({ position, end, size }, at) =>
      position === starts[at] &&
      (end === undefined || end === position + size || end === position + size - 1),
  )
  if (!isCounted && !isByBytes) throw incomplete('a piece is missing between the others')
  if (sum !== totalBytes) {
    throw incomplete(`the pieces have ${sum} bytes, and OC-Total-Length says ${totalBytes}`)
  }
}

function incomplete(why: string): ServiceError {
  return new ServiceError('failed_precondition', {
    description: `the file cannot be put together: ${why}`,
    status: 400,
  })
}

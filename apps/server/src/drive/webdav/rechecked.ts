import { Readable } from 'node:stream'
import type { AskingStream } from '../../blobs/blob-store.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { DavCaller } from './dav-caller.ts'

const EVERY_MS = 1_000

export interface Rechecking {
  caller: Pick<DavCaller, 'recheck'>
  clock: Clock
}

/**
 * A long answer, for as long as its caller may read it: while it goes out, they are asked for each second, and the first refusal
 * ends it. The client sees that the answer is cut off.
 */
export async function* rechecked<T>(
  pieces: AsyncIterable<T>,
  rechecking: Rechecking,
): AsyncGenerator<T> {
  const recheck = eachSecond(rechecking)
  for await (const piece of pieces) {
    await recheck()
    yield piece
  }
}

/** The same of a stream of bytes. One that asks is left as it is: it knows how to reach the socket without new memory. */
export function recheckedStream(bytes: Readable, rechecking: Rechecking): Readable {
  if (!isAsking(bytes)) return Readable.from(rechecked(bytes, rechecking), { objectMode: false })
  bytes.askBeforePiece = eachSecond(rechecking)
  return bytes
}

function isAsking(bytes: Readable): bytes is AskingStream {
  return 'askBeforePiece' in bytes
}

function eachSecond({ caller, clock }: Rechecking): () => Promise<void> | undefined {
  let checkedAt = clock.now()
  return () => {
    if (clock.now() - checkedAt < EVERY_MS) return undefined
    return caller.recheck().then(() => {
      checkedAt = clock.now()
    })
  }
}

import type { Clock } from '../../kernel/clock.ts'
import type { DavCaller } from './dav-caller.ts'

const EVERY_MS = 1_000

/**
 * A long answer, for as long as its caller may read it: while it goes out, they are asked for each second, and the first refusal
 * ends it. The client sees that the answer is cut off.
 */
export async function* rechecked<T>(
  pieces: AsyncIterable<T>,
  { caller, clock }: { caller: Pick<DavCaller, 'recheck'>; clock: Clock },
): AsyncGenerator<T> {
  let checkedAt = clock.now()
  for await (const piece of pieces) {
    if (clock.now() - checkedAt >= EVERY_MS) {
      await caller.recheck()
      checkedAt = clock.now()
    }
    yield piece
  }
}

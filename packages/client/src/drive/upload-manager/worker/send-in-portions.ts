/** How a port is fed: each part becomes a message, and several messages are posted at a time. */
export interface Posting<Part, Message> {
  toMessage: (part: Part) => Message | Promise<Message>
  /** Posts before it returns; resolves when the other side has room for more. */
  post: (messages: Message[]) => Promise<void>
  /** In milliseconds. */
  now: () => number
}

/** Half a frame: the other half is for drawing. */
const POST_MS = 8
/** Each portion waits for its answer: with fewer, a machine that is busy with others would send hardly any. */
const FEWEST = 8
const MOST = 256

/**
 * Posts in portions that keep the page drawing. The browser looks at the disk for each file that is posted, and
 * the page waits meanwhile: how many fit into a part of a frame depends on the machine, and is learnt from
 * the portions before. The answer to a portion is a task of its own, so that a frame can come between two.
 */
export async function sendInPortions<Part, Message>(
  parts: Iterable<Part> | AsyncIterable<Part>,
  { toMessage, post, now }: Posting<Part, Message>,
): Promise<void> {
  let size = FEWEST
  let portion: Part[] = []
  for await (const part of parts) {
    portion.push(part)
    if (portion.length < size) continue
    size = nextSize(size, await send(portion))
    portion = []
  }
  if (portion.length > 0) await send(portion)

  /** Answers how long the page was kept by it. */
  async function send(portion: readonly Part[]): Promise<number> {
    const messages = await Promise.all(portion.map(toMessage))
    const begunAt = now()
    const posted = post(messages)
    const tookMs = now() - begunAt
    await posted
    return tookMs
  }
}

/** At most twice as many: one portion that was quick says little. */
function nextSize(size: number, tookMs: number): number {
  const fitting = tookMs > 0 ? Math.floor((size * POST_MS) / tookMs) : Number.POSITIVE_INFINITY
  return Math.max(FEWEST, Math.min(fitting, size * 2, MOST))
}

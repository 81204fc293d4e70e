import { Readable } from 'node:stream'
import type { OpenedAnswer, OutgoingRequests } from '../../kernel/outgoing/outgoing-requests.ts'
import { FetchTrouble, toTrouble, troubleOfStatus } from './fetch-trouble.ts'
import { type FileFacts, readFacts, readRange } from './file-facts.ts'
import { Pace, type PaceOptions } from './pace.ts'

const MAX_REDIRECTS = 10
const ANSWER_MS = 20_000

/** Bytes that are next in the file, in memory that is filled again after `stored`. */
export interface FilePart {
  bytes: Uint8Array
  isLast: boolean
}

/** A file as it comes from its server: read in parts, and left alone in between. */
export class Download {
  readonly facts: FileFacts
  /** Up to where it is stored. */
  at: number
  readonly #chunks: AsyncIterator<Uint8Array>
  readonly #pace: Pace
  #next: Promise<IteratorResult<Uint8Array>> | undefined
  #chunk: Uint8Array = new Uint8Array(0)
  #memory: Uint8Array = new Uint8Array(0)
  #filled = 0

  constructor(answer: OpenedAnswer, start: number, pace: PaceOptions) {
    this.facts = readFacts(answer)
    this.at = start
    this.#chunks = answer.body[Symbol.asyncIterator]()
    this.#pace = new Pace(pace)
  }

  /** All that has arrived. */
  get received(): number {
    return this.at + this.#filled
  }

  /** As many bytes as one part has, or fewer at the end; undefined where the time is over before. */
  async fill(partBytes: number, over: Promise<void>): Promise<FilePart | undefined> {
    // The memory stays as it was when the first bytes came.
    if (this.#memory.length === 0) this.#memory = Buffer.allocUnsafeSlow(partBytes)
    for (;;) {
      const more = await this.#hasMore(over)
      if (more === undefined) return undefined
      const bytes = this.#memory.subarray(0, this.#filled)
      if (!more) return { bytes, isLast: true }
      if (this.#filled === this.#memory.length) return { bytes, isLast: false }
      const some = this.#chunk.subarray(0, this.#memory.length - this.#filled)
      this.#memory.set(some, this.#filled)
      this.#filled += some.length
      this.#chunk = this.#chunk.subarray(some.length)
    }
  }

  /** What the last part had is durable. */
  stored(): void {
    this.at += this.#filled
    this.#filled = 0
  }

  async #hasMore(over: Promise<void>): Promise<boolean | undefined> {
    while (this.#chunk.length === 0) {
      // One that was waited for in vain is still to come.
      this.#next ??= this.#chunks.next()
      const since = performance.now()
      const result = await Promise.race([this.#next, over]).catch((error: unknown) => {
        throw toTrouble(error)
      })
      const bytes = result && !result.done ? result.value.length : 0
      if (!result?.done) this.#pace.count(performance.now() - since, bytes)
      if (!result) return undefined
      if (result.done) return false
      this.#next = undefined
      this.#chunk = result.value
    }
    return true
  }
}

export interface Continued {
  /** How much is stored. */
  at: number
  facts: FileFacts
}

/** Asks for a file, or for the rest of one that is partly stored. Throws `FetchTrouble`. */
export async function openDownload(
  { requests, pace }: { requests: Pick<OutgoingRequests, 'open'>; pace: PaceOptions },
  url: string,
  signal: AbortSignal,
  before?: Continued,
): Promise<Download> {
  const isRest = before !== undefined && before.at > 0
  const { validator } = before?.facts ?? {}
  // The rest of another file must not be joined to the beginning of this one.
  if (isRest && validator === undefined) throw new FetchTrouble('broken', 'anew')
  const headers =
    isRest && validator !== undefined
      ? { range: `bytes=${before.at}-`, 'if-range': validator }
      : undefined
  const limits = { timeoutMs: ANSWER_MS, maxRedirects: MAX_REDIRECTS, signal }
  const answer = await requests
    .open({ url, ...limits, ...(headers && { headers }) })
    .catch((error: unknown) => {
      throw toTrouble(error)
    })
  // All of it came before the connection broke; what comes now tells only that.
  if (isRest && isNothingLeft(answer, before)) {
    answer.body.destroy()
    return new Download({ ...answer, body: Readable.from([]) }, before.at, pace)
  }
  const trouble = isRest ? troubleOfRest(answer, before) : troubleOfBeginning(answer, before)
  if (!trouble) return new Download(answer, before?.at ?? 0, pace)
  answer.body.destroy()
  throw trouble
}

function isNothingLeft({ status, headers }: OpenedAnswer, { at, facts }: Continued): boolean {
  return status === 416 && readRange(headers)?.sizeBytes === at && (facts.sizeBytes ?? at) === at
}

/** Where somebody has read of this file before, it must be the same still. */
function troubleOfBeginning(
  answer: OpenedAnswer,
  before: Continued | undefined,
): FetchTrouble | undefined {
  const trouble = troubleOfStatus(answer.status === 206 ? 400 : answer.status)
  if (trouble || !before) return trouble
  const isSame = readFacts(answer).sizeBytes === before.facts.sizeBytes
  return isSame ? undefined : new FetchTrouble('broken', 'anew')
}

function troubleOfRest(
  { status, headers }: OpenedAnswer,
  { at, facts }: Continued,
): FetchTrouble | undefined {
  const range = readRange(headers)
  const size = facts.sizeBytes
  const trouble = status === 416 ? undefined : troubleOfStatus(status)
  if (trouble) return trouble
  const isSame = range?.sizeBytes === undefined || size === undefined || range.sizeBytes === size
  if (status === 206 && range?.start === at && isSame) return undefined
  return new FetchTrouble('broken', 'anew')
}

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { DavCall, DavParts } from './dav-call.ts'
import { NAMESPACES } from './live-properties.ts'
import { rechecked } from './rechecked.ts'
import { XML_HEAD, XML_TYPE } from './write-xml.ts'

const HEAD = `${XML_HEAD}<d:multistatus${NAMESPACES}>\n`
const END = '</d:multistatus>\n'

/** What is answered about, a few at a time: a wait for each of them would cost more than its text. */
export type Batches<T> = AsyncIterable<readonly T[]> | Iterable<readonly T[]>

/** Answers with a response for each of them, as they come. */
export function sendMultistatus<T>(
  parts: Pick<DavParts, 'clock'>,
  { reply, caller }: Pick<DavCall, 'reply' | 'caller'>,
  batches: Batches<T>,
  toText: (one: T) => string,
): FastifyReply {
  const answer = rechecked(joined(batches, toText), { ...parts, caller })
  return reply
    .code(207)
    .header('cache-control', 'no-store')
    .type(XML_TYPE)
    .send(Readable.from(answer, { objectMode: false }))
}

/** Small pieces are sent together. */
async function* joined<T>(batches: Batches<T>, toText: (one: T) => string): AsyncGenerator<Buffer> {
  let text = HEAD
  for await (const batch of batches) {
    for (const one of batch) {
      text += toText(one)
      if (text.length < PIECE_LENGTH) continue
      yield Buffer.from(text)
      text = ''
    }
  }
  yield Buffer.from(text + END)
}

const PIECE_LENGTH = 32 * 1024

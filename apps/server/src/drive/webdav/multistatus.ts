import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { DavCall, DavParts } from './dav-call.ts'
import { NAMESPACES } from './live-properties.ts'
import { rechecked } from './rechecked.ts'
import { XML_HEAD, XML_TYPE } from './write-xml.ts'

const HEAD = `${XML_HEAD}<d:multistatus${NAMESPACES}>\n`
const END = '</d:multistatus>\n'

/** Answers with responses as they come. */
export function sendMultistatus(
  parts: Pick<DavParts, 'clock'>,
  { reply, caller }: Pick<DavCall, 'reply' | 'caller'>,
  responses: AsyncIterable<string> | Iterable<string>,
): FastifyReply {
  const answer = rechecked(joined(responses), { ...parts, caller })
  return reply
    .code(207)
    .header('cache-control', 'no-store')
    .type(XML_TYPE)
    .send(Readable.from(answer, { objectMode: false }))
}

/** Small pieces are sent together. */
async function* joined(
  responses: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Buffer> {
  let text = HEAD
  for await (const response of responses) {
    text += response
    if (text.length < PIECE_LENGTH) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text + END)
}

const PIECE_LENGTH = 32 * 1024

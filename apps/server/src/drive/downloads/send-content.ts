import { Readable } from 'node:stream'
import { ServiceError } from '@awan/protocol/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '../../blobs/blob-store.ts'
import { toHttpTime } from '../../kernel/http-time.ts'
import { type Conditions, judge, type Validators } from './conditional.ts'
import type { Content } from './downloads.ts'
import { toMultipart } from './multipart.ts'
import { attachment, servedType } from './served-headers.ts'

/** Answers a GET or HEAD with content: all of it, a range or several, or why not. */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Content,
): Promise<FastifyReply> {
  const isHead = request.method === 'HEAD'
  const validators = {
    etag: `"${content.hash}"`,
    modifiedAt: content.storedAt,
    sizeBytes: content.sizeBytes,
  }
  // Ranges are for GET alone (RFC 9110, 14.2).
  const conditions = { ...(request.headers as Conditions), ...(isHead ? { range: undefined } : {}) }
  const verdict = judge(conditions, validators)
  switch (verdict.kind) {
    case 'precondition-failed':
      throw new ServiceError('failed_precondition', {
        description:
          'the content does not match If-Match or If-Unmodified-Since: download it from the start',
      })
    case 'unsatisfiable':
      reply.header('content-range', `bytes */${content.sizeBytes}`)
      throw new ServiceError('out_of_range', {
        description: `the range is beyond the end: the content has ${content.sizeBytes} bytes`,
      })
    case 'not-modified':
      return setValidators(reply, validators, content).code(304).send()
    case 'whole': {
      if (!isHead) await hold(reply, content, [{ start: 0, end: content.sizeBytes - 1 }])
      const body = isHead ? nothing() : ((await content.readSmall?.()) ?? (await content.read()))
      setHeaders(reply, validators, content).header('content-length', content.sizeBytes)
      return reply.code(200).send(body)
    }
    case 'part': {
      const { start, end } = verdict.range
      await hold(reply, content, [verdict.range])
      const body = await content.read(verdict.range)
      setHeaders(reply, validators, content)
        .header('content-length', end - start + 1)
        .header('content-range', `bytes ${start}-${end}/${content.sizeBytes}`)
      return reply.code(206).send(body)
    }
    case 'parts': {
      await hold(reply, content, verdict.ranges)
      const { contentType, lengthBytes, body } = toMultipart(verdict.ranges, {
        contentType: servedType(content.mimeType),
        sizeBytes: content.sizeBytes,
        read: content.read,
      })
      setHeaders(reply, validators, content)
        .header('content-type', contentType)
        .header('content-length', lengthBytes)
      return reply.code(206).send(body)
    }
  }
}

/** Where downloads are counted: it is complete once the last byte of the content was sent. */
async function hold(
  { raw }: FastifyReply,
  content: Content,
  ranges: readonly ByteRange[],
): Promise<void> {
  const held = await content.hold?.(() => raw.destroy())
  if (!held) return
  const hasEnd = ranges.some(({ end }) => end === content.sizeBytes - 1)
  raw.once('close', () => held.end(hasEnd && raw.writableFinished))
  if (raw.closed) held.end(false)
}

function setHeaders(reply: FastifyReply, validators: Validators, content: Content): FastifyReply {
  return setValidators(reply, validators, content)
    .header('accept-ranges', 'bytes')
    .header('content-type', servedType(content.mimeType))
    .header('content-disposition', attachment(content.name))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
}

function setValidators(
  reply: FastifyReply,
  validators: Validators,
  content: Content,
): FastifyReply {
  const freshSeconds = Math.floor(content.freshMs / 1000)
  const fresh = `private, max-age=${freshSeconds}${content.isImmutable ? ', immutable' : ''}`
  return reply
    .header('etag', validators.etag)
    .header('last-modified', toHttpTime(validators.modifiedAt))
    .header('cache-control', freshSeconds > 0 ? fresh : 'private, no-cache')
}

/** An empty stream and not an empty body: with the latter Fastify would count its length as zero. */
function nothing(): Readable {
  return Readable.from([], { objectMode: false })
}

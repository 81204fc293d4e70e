import type { Readable } from 'node:stream'
import { ServiceError } from '@awan/protocol/errors'
import type { FastifyRequest } from 'fastify'

/**
 * The bytes of a request, as they come. The sender stays connected when we stop, so that it can be told
 * why; what it still sends is read and dropped, or neither the answer nor the next request would get
 * through. `waitFor` is told of each time that we wait for the sender.
 */
export async function* bytesOf(
  body: Readable,
  waitFor: <T>(bytes: Promise<T>) => Promise<T> = (bytes) => bytes,
): AsyncIterable<Uint8Array> {
  const chunks = body.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      const { done, value } = await waitFor(chunks.next())
      if (done) return
      yield value
    }
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    throw new ServiceError('cancelled', { description: 'the connection was cut', cause })
  } finally {
    await chunks.return?.()
    body.resume()
  }
}

/**
 * All bytes of a body that have come by now, as those of a small file have when it is known who sends them: nobody need
 * wait for them. Undefined, and nothing is taken, where some are still on their way.
 */
export function takeArrived(body: Readable, sizeBytes: number): Uint8Array | undefined {
  if (sizeBytes === 0 || body.readableLength !== sizeBytes) return undefined
  const bytes: Uint8Array | null = body.read()
  // Its end is read too, or the next request would not get through.
  body.resume()
  return bytes ?? undefined
}

/** How many bytes a request says that it has. */
export function contentLength(request: FastifyRequest): number | undefined {
  const length = request.headers['content-length']
  return length === undefined ? undefined : Number(length)
}

import type { Readable } from 'node:stream'
import { errorCodes } from 'fastify'

/** A body that is not told how long it is begins with so much room. */
const FIRST_BYTES = 1024

/**
 * A whole body in one buffer. What arrives is copied at once: kept as it came, a body that is sent byte by byte would hold
 * hundreds of times its size in memory, and any stranger can send one.
 */
export function collectBody(
  stream: Readable,
  { declaredBytes, maxBytes }: { declaredBytes: number | undefined; maxBytes: number },
): Promise<Buffer> {
  if (declaredBytes !== undefined && declaredBytes > maxBytes) throw tooLarge()
  return new Promise((resolve, reject) => {
    let room = Buffer.allocUnsafe(Math.max(declaredBytes ?? FIRST_BYTES, 1))
    let length = 0

    function onData(chunk: Buffer) {
      if (length + chunk.length > maxBytes) return end(tooLarge())
      if (length + chunk.length > room.length) {
        const grown = Buffer.allocUnsafe(Math.max(2 * room.length, length + chunk.length))
        room.copy(grown, 0, 0, length)
        room = grown
      }
      length += chunk.copy(room, length)
    }

    function end(error?: Error) {
      stream.off('data', onData)
      stream.off('end', end)
      stream.off('error', onError)
      if (error) return reject(error)
      if (declaredBytes !== undefined && declaredBytes !== length) return reject(wrongLength())
      resolve(room.subarray(0, length))
    }

    /** Whoever sends has gone, or sends what is no HTTP. */
    function onError(error: Error) {
      end(Object.assign(error, { statusCode: 400 }))
    }

    stream.on('data', onData)
    stream.on('end', end)
    stream.on('error', onError)
  })
}

function tooLarge(): Error {
  return new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
}

function wrongLength(): Error {
  return new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH()
}

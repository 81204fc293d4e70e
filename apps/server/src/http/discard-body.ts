import type { IncomingMessage } from 'node:http'
import { MAX_REQUEST_BYTES } from '@awan/protocol'

/**
 * Reads and discards the rest of a body that no handler read to its end; otherwise its sender would wait
 * forever, and keep the connection. Senders that stop sending, or send more than any request may have,
 * are cut off.
 */
export function discardBody(body: IncomingMessage): void {
  if (body.readableEnded || body.destroyed) return
  let left = MAX_REQUEST_BYTES
  const cut = () => body.destroy()
  const silence = setTimeout(cut, MAX_SILENCE_MS)
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) cut()
    else silence.refresh()
  })
  body.once('close', () => clearTimeout(silence))
  body.resume()
}

const MAX_SILENCE_MS = 2_000

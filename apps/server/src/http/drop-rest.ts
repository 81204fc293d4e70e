import type { IncomingMessage } from 'node:http'
import { MAX_REQUEST_BYTES } from '@awan/protocol'

/**
 * A body that nobody wanted to the end is read all the same: its sender would wait forever to be rid of
 * it, and the connection with it. Some senders stop when they have their answer, and some have more than
 * any request need have: those are cut.
 */
export function dropRest(body: IncomingMessage): void {
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

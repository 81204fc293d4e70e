import { type Readable, Transform, type TransformCallback } from 'node:stream'
import { ServiceError } from '@awan/protocol/errors'
import type { ExactStream } from '../../blobs/blob-store.ts'

/** Fails when a stream ends before its length: a short content must never look like a whole one. */
export function exactLength(source: Readable | ExactStream, expectedBytes: number): Readable {
  if ('exactBytes' in source && source.exactBytes === expectedBytes) return source
  const counter = new ExactLength(expectedBytes)
  source.on('error', (error) => counter.destroy(error))
  counter.on('close', () => source.destroy())
  return source.pipe(counter)
}

class ExactLength extends Transform {
  #restBytes: number

  constructor(expectedBytes: number) {
    super()
    this.#restBytes = expectedBytes
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#restBytes -= chunk.length
    done(null, chunk)
  }

  override _flush(done: TransformCallback): void {
    done(this.#restBytes === 0 ? null : endsEarly(this.#restBytes))
  }
}

function endsEarly(byBytes: number): ServiceError {
  return new ServiceError('data_loss', { description: `the content ends ${byBytes} bytes early` })
}

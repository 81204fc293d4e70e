import { Readable } from 'node:stream'
import { toS3Error } from './s3-errors.ts'

/**
 * The bytes of an object as one stream. When the connection breaks on the way, which a reader who
 * pauses for a while brings about, it goes on with a new request from where it was.
 */
export class S3Reader extends Readable {
  readonly #open: (start: number) => Promise<Readable>
  readonly #end: number
  #position: number
  #body: Readable
  #failures = 0

  /** `body` holds the bytes from `start` to `end`, included; `open` gets them again from later on. */
  constructor(
    body: Readable,
    range: { start: number; end: number },
    open: (start: number) => Promise<Readable>,
  ) {
    super({ highWaterMark: BUFFER_BYTES })
    this.#position = range.start
    this.#end = range.end
    this.#open = open
    this.#body = body
    this.#listen(body)
  }

  override _read(): void {
    this.#body.resume()
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#body.destroy()
    callback(error)
  }

  #listen(body: Readable): void {
    let isOver = false
    const over = (error?: unknown) => {
      if (isOver) return
      isOver = true
      if (this.destroyed) return
      if (this.#position > this.#end) this.push(null)
      else void this.#resume(error ?? new Error('the connection ended before the object'))
    }
    body.pause()
    body.on('data', (bytes: Buffer) => {
      this.#position += bytes.length
      this.#failures = 0
      if (!this.push(bytes)) body.pause()
    })
    body.once('end', over)
    body.once('error', over)
    body.once('close', over)
    // An error that comes after the end has nobody else to hear it.
    body.on('error', () => undefined)
  }

  async #resume(reason: unknown): Promise<void> {
    this.#body.destroy()
    this.#failures++
    if (this.#failures > MAX_FAILURES) {
      this.destroy(toS3Error(reason))
      return
    }
    try {
      const body = await this.#open(this.#position)
      if (this.destroyed) {
        body.destroy()
        return
      }
      this.#body = body
      this.#listen(body)
      body.resume()
    } catch (error) {
      this.destroy(toS3Error(error))
    }
  }
}

const BUFFER_BYTES = 1024 * 1024
const MAX_FAILURES = 3

import type { FileHandle } from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { ServiceError } from '@awan/protocol/errors'
import type { AskingStream, ByteRange, ExactStream } from './blob-store.ts'
import { toDiskError } from './disk-errors.ts'

/**
 * A part of a file as a stream; it closes the file at its end. An HTTP answer is fed from a few buffers
 * that are used again and again: fresh memory for every piece costs the kernel more than reading it does.
 * That is safe there alone, because an answer says when the socket has taken a piece; any other stream
 * may keep what it was given.
 */
export class DiskReader extends Readable implements ExactStream, AskingStream {
  readonly exactBytes: number
  askBeforePiece: AskingStream['askBeforePiece'] = () => undefined
  readonly #file: FileHandle
  readonly #end: number
  #at: number
  #wake: (() => void) | undefined

  constructor(file: FileHandle, { start, end }: ByteRange) {
    super({ highWaterMark: READ_BYTES })
    this.#file = file
    this.#at = start
    this.#end = end + 1
    this.exactBytes = this.#restBytes
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T, options?: { end?: boolean }): T {
    if (!(destination instanceof ServerResponse)) return super.pipe(destination, options)
    this.#feed(destination).then(
      () => {
        if (this.destroyed) return
        if (options?.end !== false) destination.end()
        this.push(null)
        this.resume()
      },
      (error: unknown) => this.destroy(toDiskError(error)),
    )
    return destination
  }

  override _read(): void {
    if (this.#restBytes === 0) {
      this.push(null)
      return
    }
    this.#fill(Buffer.allocUnsafeSlow(Math.min(READ_BYTES, this.#restBytes))).then(
      (bytes) => this.push(bytes),
      (error: unknown) => this.destroy(toDiskError(error)),
    )
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#wake?.()
    // It waits for a read that is under way.
    this.#file.close().then(
      () => done(error),
      (cause: unknown) => done(error ?? toDiskError(cause)),
    )
  }

  get #restBytes(): number {
    return this.#end - this.#at
  }

  async #feed(answer: ServerResponse): Promise<void> {
    const spare: Buffer[] = []
    let made = 0
    while (this.#restBytes > 0 && !this.destroyed) {
      if (spare.length === 0 && made < MAX_BUFFERS) {
        spare.push(Buffer.allocUnsafeSlow(Math.min(READ_BYTES, this.#restBytes)))
        made++
      }
      const buffer = spare.pop()
      if (buffer === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        continue
      }
      const bytes = await this.#fill(buffer)
      if (this.destroyed) return
      answer.write(bytes, (error) => {
        if (!error) spare.push(buffer)
        this.#wake?.()
      })
    }
  }

  async #fill(buffer: Buffer): Promise<Buffer> {
    const question = this.askBeforePiece()
    if (question) await question
    const wanted = Math.min(buffer.length, this.#restBytes)
    const { bytesRead } = await this.#file.read(buffer, 0, wanted, this.#at)
    if (bytesRead === 0) {
      throw new ServiceError('data_loss', {
        description: `the content ends ${this.#restBytes} bytes early`,
      })
    }
    this.#at += bytesRead
    return bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead)
  }
}

const READ_BYTES = 512 * 1024
const MAX_BUFFERS = 3

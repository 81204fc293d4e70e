import { Worker } from 'node:worker_threads'
import type { ReadBytes } from '../../../kernel/zip/read-ahead.ts'
import type { BytesReply, DocumentReply, DocumentRequest } from './document.worker.ts'
import type { DocumentLimits } from './document-text.ts'

interface ReadDocument {
  read: ReadBytes
  sizeBytes: number
}

const LIMITS: DocumentLimits = { textLength: 1024 * 1024, unpackedBytes: 128 * 1024 * 1024 }
const TIMEOUT_MS = 60_000
/** What is not needed for so long gives its memory back. */
const IDLE_MS = 60_000
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }
/** Headers and pieces are shorter; what asks for more was made to fill the memory. */
const MAX_READ_BYTES = 4 * 1024 * 1024

/**
 * Reads documents in a thread of its own, one after the other: while one is unpacked and parsed, callers are answered.
 * What takes too long or too much memory ends with its thread, and costs the one document.
 */
export class DocumentThread {
  readonly #timeoutMs: number
  readonly #limits: DocumentLimits
  readonly #memory: typeof MEMORY
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #documents = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor({ timeoutMs = TIMEOUT_MS, limits = LIMITS, memory = MEMORY } = {}) {
    this.#memory = memory
    this.#timeoutMs = timeoutMs
    this.#limits = limits
  }

  /** Undefined for what is no document, and for what its thread did not survive. */
  textOf(document: ReadDocument): Promise<string | undefined> {
    const reading = this.#last.then(() => this.#read(document))
    this.#last = reading.catch(() => {})
    return reading
  }

  async #read({ read, sizeBytes }: ReadDocument): Promise<string | undefined> {
    clearTimeout(this.#idle)
    const worker = this.#open()
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
    const document = this.#documents++
    let isOver = false
    const giveUp = () => resolve(undefined)
    async function send(start: number, length: number): Promise<void> {
      if (length > MAX_READ_BYTES) return giveUp()
      const reply: BytesReply = { bytes: await read(start, length) }
      worker.postMessage(reply)
    }
    const onMessage = (reply: DocumentReply) => {
      if (reply.document !== document) return
      if ('start' in reply) {
        send(reply.start, reply.length).catch(reject)
        return
      }
      isOver = true
      resolve(reply.text)
    }
    const timer = setTimeout(giveUp, this.#timeoutMs)
    worker.on('message', onMessage)
    worker.once('exit', giveUp)
    worker.ref()
    try {
      const request: DocumentRequest = { document, sizeBytes, limits: this.#limits }
      worker.postMessage(request)
      return await promise
    } finally {
      clearTimeout(timer)
      worker.off('message', onMessage)
      worker.off('exit', giveUp)
      worker.unref()
      if (isOver) this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref()
      else await this.#end()
    }
  }

  #open(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('document.worker.ts', import.meta.url), {
      resourceLimits: this.#memory,
      env: {},
    })
    // It has run out of memory, or met what it should not have; its end follows.
    worker.on('error', () => {})
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    this.#worker = worker
    return worker
  }

  async #end(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}

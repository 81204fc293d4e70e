import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { HashAlgorithm } from '@awan/protocol'
import type { BlockHashing, HashedPieces } from './block-hashing.ts'
import type { Piece } from './block-reader.ts'
import type { HashEnd, HashReply, HashRequest } from './hash-thread.worker.ts'

/**
 * Hashing beside the event loop: while it runs there, nobody else is answered. The bytes go to a thread and come back without being copied.
 */
export class HashThreads implements AsyncDisposable {
  readonly #threads: HashThread[] = []
  readonly #maxThreads: number
  #streams = 0
  #open = 0

  constructor(maxThreads: number = MAX_THREADS) {
    this.#maxThreads = maxThreads
  }

  /** Of bytes that are ours alone: where they lay before, they are gone. */
  open(algorithm: HashAlgorithm): BlockHashing {
    const stream = this.#streams++
    const thread = this.#take()
    thread.streams++
    this.#open++
    return {
      bytesAtOnce: () => Math.min(MAX_BYTES_AT_ONCE, GATHERED_BYTES / this.#open),
      hash: (pieces) => thread.hash({ stream, algorithm }, pieces),
      [Symbol.dispose]: () => {
        this.#open--
        thread.streams--
        thread.end(stream)
      },
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#threads.splice(0).map((thread) => thread.terminate()))
  }

  /** The one with the least to do; another one while there are fewer than the machine has cores for. */
  #take(): HashThread {
    const [first, ...rest] = this.#threads.filter(({ isAlive }) => isAlive)
    const idlest = rest.reduce((a, b) => (b.streams < (a?.streams ?? 0) ? b : a), first)
    if (idlest && (idlest.streams === 0 || rest.length + 1 >= this.#maxThreads)) return idlest
    const thread = new HashThread()
    this.#threads.push(thread)
    return thread
  }
}

/** A message between threads costs as much as a few pages of memory: few and large ones are sent. */
const MAX_BYTES_AT_ONCE = 1024 * 1024
/** By all requests together; each has as much again in its thread. */
const GATHERED_BYTES = 4 * 1024 * 1024
/** Beside what else a server does. */
const MAX_THREADS = Math.min(4, availableParallelism())

class HashThread {
  /** Requests that use it now. */
  streams = 0
  isAlive = true
  readonly #worker = new Worker(new URL('hash-thread.worker.ts', import.meta.url))
  /** What each stream waits for, in the order of its requests. */
  readonly #waiting = new Map<number, PromiseWithResolvers<HashReply>[]>()

  constructor() {
    this.#worker.unref()
    this.#worker.on('message', (reply: HashReply) => {
      this.#waiting.get(reply.stream)?.shift()?.resolve(reply)
    })
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('a thread that hashes has ended')))
  }

  async hash(
    { stream, algorithm }: Pick<HashRequest, 'stream' | 'algorithm'>,
    pieces: readonly Piece[],
  ): Promise<HashedPieces> {
    if (!this.isAlive) throw new Error('a thread that hashes has ended')
    const buffers: ArrayBuffer[] = []
    const places = pieces.map(({ bytes, endsBlock }) => {
      const buffer = bytes.buffer as ArrayBuffer
      if (buffers.at(-1) !== buffer) buffers.push(buffer)
      const { byteOffset: offset, length } = bytes
      return { buffer: buffers.length - 1, offset, length, endsBlock }
    })
    const waiting = Promise.withResolvers<HashReply>()
    this.#waiting.set(stream, [...(this.#waiting.get(stream) ?? []), waiting])
    const request: HashRequest = { stream, algorithm, buffers, pieces: places }
    this.#worker.postMessage(request, buffers)
    const reply = await waiting.promise
    return {
      hashes: reply.hashes,
      pieces: pieces.map((piece, index) => {
        const { buffer, offset, length } = places[index] as (typeof places)[number]
        const bytes = new Uint8Array(reply.buffers[buffer] as ArrayBuffer, offset, length)
        return { ...piece, bytes }
      }),
    }
  }

  /** What it may still have asked for is of no use to anybody any more. */
  end(stream: number): void {
    this.#waiting.delete(stream)
    const end: HashEnd = { stream, isOver: true }
    if (this.isAlive) this.#worker.postMessage(end)
  }

  async terminate(): Promise<void> {
    this.isAlive = false
    await this.#worker.terminate()
  }

  #fail(error: unknown): void {
    this.isAlive = false
    for (const waiting of [...this.#waiting.values()].flat()) waiting.reject(error)
    this.#waiting.clear()
  }
}

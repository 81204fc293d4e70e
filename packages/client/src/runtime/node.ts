// Whole: a name that an old Node does not have would end the program before it is told why.
import * as crypto from 'node:crypto'
import { statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { ServiceError } from '@awan/protocol/errors'
import { createMemoryStorage } from './memory-storage.ts'
import { createNamedLocks } from './named-locks.ts'
import type { KeyValueStorage, Runtime } from './runtime.ts'

export interface NodeRuntimeOptions {
  /** Where the session is stored; in memory by default. */
  storage?: KeyValueStorage
}

/**
 * The platform of a Node process. The session belongs to this process alone, so that there is no
 * other one to tell.
 *
 * @example const client = createAwanClient({ clientId: 'awan-cli', origins: ['https://drive.example.org'], runtime: createNodeRuntime() })
 */
export function createNodeRuntime(options: NodeRuntimeOptions = {}): Runtime {
  checkNodeVersion(process.versions.node)
  const now = () => Date.now()
  const startTimer: Runtime['startTimer'] = (delayMs, fire) => {
    const timer = setTimeout(fire, delayMs)
    return () => clearTimeout(timer)
  }
  return {
    fetch: (url, init) => fetch(url, withoutCopy(init)),
    storage: options.storage ?? createMemoryStorage(),
    changes: { announce: () => {}, listen: () => () => {} },
    lock: createNamedLocks({ now, startTimer }),
    randomBytes: (length) => new Uint8Array(crypto.randomBytes(length)),
    now,
    startTimer,
    sha256: async (bytes) => new Uint8Array(crypto.hash('sha256', bytes, 'buffer')),
    blake3: findNativeBlake3(),
    locale: () => undefined,
    info: () => ({}),
    page: undefined,
  }
}

/** Machine code, six times as fast as WebAssembly, where the app has installed it for its platform. */
function findNativeBlake3(): Runtime['blake3'] {
  try {
    const require = createRequire(import.meta.url)
    const { blake3 } = require('@napi-rs/blake-hash') as typeof import('@napi-rs/blake-hash')
    return ({ buffer, byteOffset, byteLength }) =>
      blake3(Buffer.from(buffer, byteOffset, byteLength))
  } catch {
    return undefined
  }
}

/** As in `engines` of package.json. */
const MIN_NODE_MAJOR = 22

function checkNodeVersion(version: string): void {
  if (Number.parseInt(version, 10) >= MIN_NODE_MAJOR) return
  throw new Error(
    `@awan/client needs Node ${MIN_NODE_MAJOR} or later, and this is Node ${version}. Install a current version from https://nodejs.org.`,
  )
}

/** Bytes given to fetch as they are would be copied whole; as a stream of known length they are not. */
function withoutCopy(init: RequestInit): RequestInit {
  const { body } = init
  if (!(body instanceof Uint8Array)) return init
  const headers = new Headers(init.headers)
  headers.set('content-length', String(body.length))
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < body.length; at += PIECE_BYTES) {
        controller.enqueue(body.subarray(at, at + PIECE_BYTES))
      }
      controller.close()
    },
  })
  return { ...init, headers, body: stream, duplex: 'half' } as RequestInit
}

const PIECE_BYTES = 1024 * 1024

/** As uploads read it. */
export interface FileSource {
  readonly size: number
  slice(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>
  /** Told when the server has a piece: its memory is used for another one. */
  release(bytes: Uint8Array<ArrayBuffer>): void
}

/**
 * A file on disk as the source of an upload; it is read piece by piece.
 *
 * @example await drive.uploads.upload(fileSource('film.mkv'), { name: 'film.mkv' })
 */
export function fileSource(path: string): FileSource {
  const { size } = statSync(path)
  // Fresh memory costs the kernel as much as reading the file does, so that it is used again.
  const spare: Uint8Array<ArrayBuffer>[] = []
  return {
    size,
    release(bytes) {
      if (spare.length < MAX_SPARE) spare.push(new Uint8Array(bytes.buffer))
    },
    async slice(start, end) {
      await using file = await open(path)
      // Pieces grow as the way proves fast: what has become too short goes.
      const found = spare.findIndex(({ length }) => length >= end - start)
      const [reused] = spare.splice(Math.max(found, 0), 1).filter(() => found >= 0)
      const bytes = reused?.subarray(0, end - start) ?? new Uint8Array(end - start)
      let filled = 0
      while (filled < bytes.length) {
        const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled)
        if (bytesRead === 0) {
          throw new ServiceError('failed_precondition', {
            description: `${path} became shorter while it was sent`,
          })
        }
        filled += bytesRead
      }
      return bytes
    },
  }
}

/** As many as there are lanes. */
const MAX_SPARE = 5

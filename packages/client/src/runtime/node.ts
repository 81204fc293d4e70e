import { randomBytes, webcrypto } from 'node:crypto'
import { statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { ServiceError } from '@awan/protocol/errors'
import type { UploadSource } from '../drive/upload-source.ts'
import { createMemoryStorage } from './memory-storage.ts'
import type { KeyValueStorage, Runtime } from './runtime.ts'

export interface NodeRuntimeOptions {
  /** Where the session is kept; in memory unless told. */
  storage?: KeyValueStorage
}

/**
 * The platform of a Node process. The session belongs to this process alone, so that there is nobody
 * to lock out or to tell.
 *
 * @example const client = createAwanClient({ clientId: 'awan-cli', origins: ['https://drive.example.org'], runtime: createNodeRuntime() })
 */
export function createNodeRuntime(options: NodeRuntimeOptions = {}): Runtime {
  return {
    fetch: (url, init) => fetch(url, init),
    storage: options.storage ?? createMemoryStorage(),
    changes: { announce: () => {}, listen: () => () => {} },
    lock: (_name, task) => task(),
    randomBytes: (length) => new Uint8Array(randomBytes(length)),
    now: () => Date.now(),
    startTimer(delayMs, fire) {
      const timer = setTimeout(fire, delayMs)
      return () => clearTimeout(timer)
    },
    sha256: async (bytes) => new Uint8Array(await webcrypto.subtle.digest('SHA-256', bytes)),
    locale: () => undefined,
  }
}

/**
 * A file on disk as the source of an upload; it is read piece by piece.
 *
 * @example await drive.uploads.upload(fileSource('film.mkv'), { name: 'film.mkv' })
 */
export function fileSource(path: string): UploadSource {
  const { size } = statSync(path)
  return {
    size,
    async slice(start, end) {
      await using file = await open(path)
      const bytes = new Uint8Array(end - start)
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

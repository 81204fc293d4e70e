import { headers } from '@awan/protocol'
import type { BundleManifest } from '@awan/protocol/drive'
import { type ErrorName, ServiceError } from '@awan/protocol/errors'
import type { Call, RequestFunction } from '../../request/call.ts'

const BLOCK = 4 * 1024 * 1024

/** A request on its way, until the test says how it ends. */
export interface Held {
  readonly path: string
  /** The server does it, and is heard. */
  answer(): void
  /** The server does it, and is not heard. */
  lose(): void
  /** The server is not reached, or refuses. */
  refuse(error: ErrorName): void
}

interface FakeSession {
  name: string
  size: number
  isSent: boolean
  file?: object | undefined
}

/**
 * A server whose every answer waits for the test. It counts how often a file was made: what is done once and
 * heard of twice is one file.
 */
export function createFakeWire() {
  const held = new Set<Held>()
  const made = new Map<string, number>()
  const bundles = new Map<string, object>()
  const manifests: BundleManifest[] = []
  const sessions = new Map<string, FakeSession>()
  let begun = 0

  function make(path: string): object {
    made.set(path, (made.get(path) ?? 0) + 1)
    return { id: path, kind: 'file', name: path }
  }

  function doBundle({ body, headers: sent }: Call): object {
    const key = String(sent?.[headers.idempotencyKey])
    const bytes = body as Uint8Array<ArrayBuffer>
    const length = new DataView(bytes.buffer).getUint32(0)
    const text = new TextDecoder().decode(bytes.subarray(4, 4 + length))
    const manifest = JSON.parse(text) as BundleManifest
    manifests.push(manifest)
    const known = bundles.get(key)
    const results = known ?? manifest.entries.map(({ path }) => ({ file: make(path) }))
    bundles.set(key, results)
    return { results }
  }

  function toUpload(id: string, { name, size, isSent }: FakeSession): object {
    const shape = { parent_id: 'root', name, size, block_size: BLOCK, blocks_per_put: 1 }
    return { id, ...shape, missing: isSent ? [] : [[0, 0]], expires_time: '2030-01-01T00:00:00Z' }
  }

  function act(call: Call): object {
    if (call.path === '/drive/v1/uploads:bundle') return doBundle(call)
    if (call.path === '/drive/v1/uploads') {
      const id = `up${sessions.size}`
      const { name, size } = call.body as { name: string; size: number }
      const session = { name, size, isSent: false }
      sessions.set(id, session)
      return toUpload(id, session)
    }
    const id = String(call.params?.id)
    const session = sessions.get(id)
    if (!session) throw new ServiceError('not_found')
    if (call.method === 'GET') return toUpload(id, session)
    if (call.method === 'PUT') {
      session.isSent = true
      return { missing: [] }
    }
    session.file ??= make(session.name)
    return session.file
  }

  function request(method: string, path: string, options: Partial<Call>): Promise<object> {
    // Giving up is not waited for by anybody.
    if (method === 'DELETE') return Promise.resolve({})
    const call: Call = { ...options, method, path }
    const { promise, resolve, reject } = Promise.withResolvers<object>()
    begun += 1
    const end = (settle: () => void) => {
      if (held.delete(one)) settle()
    }
    const one: Held = {
      path,
      answer: () => end(() => resolve(act(call))),
      lose: () =>
        end(() => {
          act(call)
          reject(new ServiceError('unreachable'))
        }),
      refuse: (error) => end(() => reject(new ServiceError(error))),
    }
    held.add(one)
    options.signal?.addEventListener('abort', () => one.refuse('cancelled'))
    if (options.signal?.aborted) one.refuse('cancelled')
    return promise
  }

  return {
    request: request as unknown as RequestFunction,
    held: () => [...held],
    begun: () => begun,
    /** Of the bundles, as they came. */
    manifests,
    /** How often a file of each name came into being. */
    made,
  }
}

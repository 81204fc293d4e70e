import { headers } from '@awan/protocol'
import type { getUpload, putBlocks, Upload } from '@awan/protocol/drive'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { BinaryBody } from '../request/call.ts'
import { throwIfCancelled, wait } from '../runtime/wait.ts'
import {
  alignToPuts,
  type BlockRange,
  bytesOf,
  totalBytes,
  within,
  without,
} from './block-ranges.ts'
import type { DriveHost } from './drive-host.ts'
import { isGuardedWay } from './guarded-way.ts'
import { createPace, START_REQUEST_BYTES } from './pace.ts'
import type { UploadSource } from './upload-source.ts'

export const PUT_TIMEOUT_MS = 60_000
/** Failures one after the other, about two minutes of them, until an upload is left to be resumed. */
export const MAX_FAILURES = 8
/** A block that arrived damaged is sent again, but a file that changes as it is read never fits. */
export const MAX_DAMAGES = 2
export const MAX_BACK_OFF_MS = 30_000

export interface SendBlocksOptions {
  host: DriveHost
  upload: Upload
  source: UploadSource
  /** Of all blocks, if they are known already. */
  hashes: readonly string[] | undefined
  /** Told how much the server has, after each request. */
  onSent: (sentBytes: number) => void
  signal: AbortSignal | undefined
}

/**
 * Sends what an upload lacks. Several lanes run side by side: while one hashes, the others send, and
 * each holds only its own piece. A lane that fails waits, asks the server what of its piece is still
 * missing, and gives that back.
 *
 * @returns whether the server said that nothing is missing any more
 */
export async function sendBlocks(options: SendBlocksOptions): Promise<boolean> {
  const { host, upload, source, onSent } = options
  const { runtime } = host
  const pace = createPace(upload.block_size * upload.blocks_per_put)
  const lanes = new Set<Promise<void>>()
  const puts = new Set<Promise<void>>()
  const stop = new AbortController()
  const onAbort = () => stop.abort(options.signal?.reason)
  let queue = alignToPuts(upload.missing, upload)
  let missing: readonly BlockRange[] = upload.missing
  let isComplete = false
  let failures = 0
  let damages = 0
  let backOff: Promise<void> | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let fatal: { error: unknown } | undefined

  async function runLane(range: BlockRange): Promise<void> {
    try {
      await put(range)
      failures = 0
    } catch (error) {
      const isDamage = isServiceError(error, 'data_loss')
      if (!isDamage && !isOutage(error)) throw error
      if ((isDamage ? damages++ : 0) >= MAX_DAMAGES || failures >= MAX_FAILURES) throw error
      pace.failed()
      // Lanes that fail together wait together: one outage counts once.
      backOff ??= wait(runtime, backOffMs(failures++), stop.signal).finally(() => {
        backOff = undefined
      })
      await backOff
      queue = alignToPuts([...(await stillMissing(range)), ...queue], upload)
    }
  }

  async function put(range: BlockRange): Promise<void> {
    const [start, end] = bytesOf(range, upload)
    const { body, hashes } = await inTurn(async () => {
      throwIfCancelled(stop.signal)
      const body = await readExactly(source, start, end)
      return { body, hashes: await hashesOf(range, body) }
    })
    while (puts.size >= pace.lanes()) await Promise.race(puts)
    throwIfCancelled(stop.signal)
    const startedMs = runtime.now()
    const answered = host.request<typeof putBlocks>(
      'PUT',
      '/drive/v1/uploads/{id}/blocks/{first}',
      {
        auth: true,
        params: { id: upload.id, first: range[0] },
        headers: hashes ? { [headers.blockHashes]: hashes.join(',') } : {},
        body,
        timeoutMs: PUT_TIMEOUT_MS,
        // The lanes have their own way to repeat.
        retry: 0,
        signal: stop.signal,
      },
    )
    const over: Promise<void> = answered.then(
      () => void puts.delete(over),
      () => void puts.delete(over),
    )
    puts.add(over)
    const answer = await answered
    pace.succeeded(end - start, runtime.now() - startedMs)
    if (!(body instanceof Blob)) source.release?.(body)
    isComplete ||= answer.missing.length === 0
    missing = without(missing, range)
    onSent(upload.size - totalBytes(missing, upload))
  }

  /** Pieces are made ready one after the other: side by side all lanes would get theirs last. */
  function inTurn<T>(makeReady: () => Promise<T>): Promise<T> {
    const ready = turn.then(makeReady)
    turn = ready.catch(() => undefined)
    return ready
  }

  async function hashesOf(range: BlockRange, body: BinaryBody): Promise<string[] | undefined> {
    if (options.hashes) return options.hashes.slice(range[0], range[1] + 1)
    // One that was begun before there was BLAKE3 is hashed by the server alone.
    if (isGuardedWay(host) || upload.hash_algorithm !== 'b3') return undefined
    const { hashBlocks } = await import('./hash-blocks.ts')
    return hashBlocks(runtime, body, upload.block_size)
  }

  async function stillMissing(range: BlockRange): Promise<readonly BlockRange[]> {
    try {
      const path = '/drive/v1/uploads/{id}'
      const now = await host.request<typeof getUpload>('GET', path, {
        auth: true,
        params: { id: upload.id },
        signal: stop.signal,
      })
      isComplete ||= now.missing.length === 0
      return within(now.missing, range)
    } catch (error) {
      if (isOutage(error)) return [range]
      throw error
    }
  }

  function takePiece(): BlockRange | undefined {
    const [head, ...rest] = queue
    if (!head) return undefined
    const [first, last] = head
    const unit = upload.blocks_per_put
    // Towards the end pieces become small, so that the lanes finish together.
    const fairShare = Math.max(START_REQUEST_BYTES, totalBytes(queue, upload) / (2 * pace.lanes()))
    const wanted = Math.min(pace.requestBytes(), fairShare)
    const units = Math.max(1, Math.floor(wanted / (upload.block_size * unit)))
    const end = Math.min(last, first + units * unit - 1)
    queue = end < last ? [[end + 1, last], ...rest] : rest
    return [first, end]
  }

  options.signal?.addEventListener('abort', onAbort)
  try {
    throwIfCancelled(options.signal)
    for (;;) {
      // One lane more than may send: its piece is ready when one of the others is done.
      while (lanes.size <= pace.lanes()) {
        const piece = takePiece()
        if (!piece) break
        const lane = runLane(piece)
          .catch((error: unknown) => {
            fatal ??= { error }
            stop.abort()
          })
          .finally(() => lanes.delete(lane))
        lanes.add(lane)
      }
      if (lanes.size === 0) return isComplete
      await Promise.race(lanes)
      if (fatal) throw fatal.error
    }
  } finally {
    options.signal?.removeEventListener('abort', onAbort)
    await Promise.all(lanes)
  }
}

/** 1, 2, 4 s and more. */
function backOffMs(failures: number): number {
  return Math.min(1000 * 2 ** failures, MAX_BACK_OFF_MS)
}

function isOutage(error: unknown): boolean {
  return isServiceError(error, 'unreachable', 'unavailable', 'temporarily_unavailable', 'internal')
}

async function readExactly(source: UploadSource, start: number, end: number): Promise<BinaryBody> {
  const body = await source.slice(start, end)
  const size = body instanceof Blob ? body.size : body.length
  if (size === end - start) return body
  throw new ServiceError('failed_precondition', {
    description: `the source gave ${size} bytes instead of ${end - start}`,
  })
}

import { Readable } from 'node:stream'
import { BLOCK_BYTES, MAX_REQUEST_BYTES } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { Access } from '../access/access.ts'
import { arrivingBytes } from '../arriving-bytes.ts'
import { holderOf } from '../byte-budget.ts'
import { saveChecksum } from '../contents/blob-checksums.ts'
import type { Checksum } from '../contents/checksum.ts'
import type { Turn } from '../uploads/turns.ts'
import { savePiece } from './save-piece.ts'
import { deletePieces, listPieces } from './tus.store.ts'
import type { TusParts } from './tus-parts.ts'
import { readState, type TusState, wrongOffset } from './tus-state.ts'
import { type Unit, UnitCutter } from './unit-cutter.ts'

export interface SentBytes {
  offset: number
  body: Readable
  checksum: Checksum | undefined
}

/**
 * Takes the next bytes of an upload, which may end anywhere. Whole units go to their place in the blob,
 * as the blocks of every upload do; the beginning of the next unit is kept in pieces, so that small
 * requests come forward too. A cut connection loses nothing of what had arrived; with a checksum all
 * of a request counts or none of it.
 */
export async function appendBytes(
  parts: TusParts,
  access: Access,
  { upload }: TusState,
  { offset, body, checksum }: SentBytes,
): Promise<TusState> {
  const { db, drives, uploads, turns, clock } = parts
  const { id } = upload
  // One request at a time: a silent one is aborted, since its client is back with another.
  using turn = await turns.take(id, 0, 0, () =>
    body.destroy(
      new ServiceError('aborted', { description: 'another request continues this upload' }),
    ),
  )
  const state = () =>
    drives.read(access, (reader, drive) => readState(reader, drive, id, clock.now()))
  const before = await state()
  if (before.offset !== offset) throw wrongOffset(before.offset)

  const unitBytes = upload.blocks_per_put * BLOCK_BYTES
  const cutter = new UnitCutter({
    start: before.stored,
    heldBytes: before.offset - before.stored,
    unitBytes,
    sizeBytes: upload.size,
  })
  using held = parts.arriving.hold(holderOf(access))
  // The sender stays connected when we stop, so that it can be told why.
  const chunks = arrivingBytes(body.iterator({ destroyOnReturn: false }), {
    held,
    maxBytes: unitBytes,
  })
  const arrival = new Arrival({ body, chunks, turn, cutter, checksum })
  const units = arrival.units()
  const maxBytes = MAX_REQUEST_BYTES - (MAX_REQUEST_BYTES % unitBytes)
  for (let next = await units.next(); !next.done; next = await units.next()) {
    const first = next.value
    const bytes = Readable.from(bytesOf(first), { objectMode: false })
    // When storing fails, the rest is read and dropped, and nobody is left to hear of its errors.
    bytes.on('error', () => {})
    await uploads.receive(access, id, {
      first: first.start / BLOCK_BYTES,
      bytes,
      sizeBytes: undefined,
      hashes: undefined,
      allOrNothing: checksum !== undefined,
    })
    const { stored } = await state()
    await db.write((writer) => deletePieces(writer, upload, stored))
  }
  await savePiece(parts, upload, cutter.rest)
  if (arrival.cut) throw arrival.cut
  const after = await state()
  // All of the content came in this request, and its checksum is that of the content.
  if (checksum && offset === 0 && after.offset === upload.size) {
    const { drive_id, blob_id } = upload
    await db.write((writer) => saveChecksum(writer, { drive_id, blob_id }, checksum))
  }
  return after

  /** As much as one request of blocks may carry, from this unit on. */
  async function* bytesOf(first: Unit): AsyncIterable<Uint8Array> {
    const end = first.start + maxBytes
    for (let unit: Unit | undefined = first; unit; ) {
      if (unit.heldBytes > 0) yield* await loadPieces(unit)
      yield* unit.chunks
      if (unit.start + unitBytes >= end) {
        if (!checksum) return
        await refuseMore()
        return
      }
      unit = (await units.next()).value
    }
  }

  async function loadPieces({ start, heldBytes }: Unit): Promise<Uint8Array[]> {
    const pieces = await db.read((reader) => listPieces(reader, upload, start))
    const bytes = pieces.map((piece) => piece.bytes)
    if (bytes.reduce((sum, { length }) => sum + length, 0) === heldBytes) return bytes
    throw wrongOffset(before.stored)
  }

  /** What is verified as a whole is stored in one go, and that has its limit. */
  async function refuseMore(): Promise<void> {
    const { done } = await units.next()
    if (done) return
    throw new ServiceError('invalid_argument', {
      description: `a request with a checksum can have at most ${maxBytes} bytes`,
      status: 413,
    })
  }
}

interface ArrivalParts {
  body: Readable
  /** Its bytes, as they may be taken. */
  chunks: AsyncGenerator<Uint8Array>
  turn: Turn
  cutter: UnitCutter
  checksum: Checksum | undefined
}

/** The bytes of a request on their way in. */
class Arrival {
  /** Why they ended too soon, where they did. */
  cut: ServiceError | undefined
  readonly #parts: ArrivalParts

  constructor(parts: ArrivalParts) {
    this.#parts = parts
  }

  /** Ends as if all had come when the connection is cut; `cut` tells it. */
  async *units(): AsyncGenerator<Unit, undefined> {
    const { body, chunks, cutter, checksum } = this.#parts
    let last: Unit | undefined
    try {
      for (;;) {
        const chunk = await this.#next()
        if (chunk === undefined) break
        checksum?.update(chunk)
        for (const unit of cutter.cut(chunk)) {
          if (cutter.isAtEnd) last = unit
          else yield unit
        }
      }
    } finally {
      await chunks.return(undefined)
      body.resume()
    }
    checksum?.verify()
    // Only now, so that a request with too many bytes creates no file.
    if (last) yield last
    return undefined
  }

  async #next(): Promise<Uint8Array | undefined> {
    const { chunks, turn, checksum } = this.#parts
    try {
      const { done, value } = await turn.waitFor(chunks.next())
      return done ? undefined : value
    } catch (cause) {
      const cut =
        cause instanceof ServiceError
          ? cause
          : new ServiceError('cancelled', { description: 'the connection was cut', cause })
      if (checksum) throw cut
      this.cut = cut
      return undefined
    }
  }
}

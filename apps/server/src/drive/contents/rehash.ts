import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { BlobRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import type { SpareTime } from '../../kernel/spare-time.ts'
import type { ContentReader } from './content-reader.ts'
import { findBlob, listHashedBefore, replaceHash } from './contents.store.ts'
import { PassingHash } from './hash-content.ts'

const EVERY_MS = 10_000
/** Once all were gone through: few are left, those of uploads that older clients had begun, and damaged ones. */
const REST_MS = 3_600_000
/** A server that stops waits for no more than that. */
const RUN_MS = 1_000
const BATCH = 100

interface Parts {
  db: Database
  clock: Clock
  contents: ContentReader
  spareTime?: Pick<SpareTime, 'use'> | undefined
  /** Told of content that is not what its hash says. */
  onProblem?: ((problem: unknown) => void) | undefined
}

type OldBlob = Pick<BlobRow, 'drive_id' | 'id' | 'size'> & { hash: string }

/**
 * Gives contents from before BLAKE3 such a hash, a second at a time and only in time that requests leave. In
 * the same pass they are held against the hash that they have: damage is told, not hashed anew. Versions keep
 * the hash that they were given out with, on which ETags and copies elsewhere rest.
 */
export function rehashChore(parts: Parts): Chore {
  let begun: AsyncGenerator<void> | undefined
  let restsUntil = 0
  return {
    name: 'hash older contents by BLAKE3',
    everyMs: EVERY_MS,
    async run() {
      if (parts.clock.now() < restsUntil) return
      const until = parts.clock.now() + RUN_MS
      begun ??= rehashAll(parts)
      try {
        while (!(await begun.next()).done) if (parts.clock.now() >= until) return
        begun = undefined
        restsUntil = parts.clock.now() + REST_MS
      } catch (error) {
        begun = undefined
        throw error
      }
    },
  }
}

/** Pauses after every piece. One that cannot be hashed anew is passed over until the next time. */
async function* rehashAll(parts: Parts): AsyncGenerator<void> {
  let after = ''
  for (;;) {
    const blobs = await parts.db.read((reader) => listHashedBefore(reader, after, BATCH))
    for (const blob of blobs) yield* rehash(parts, blob)
    const last = blobs.at(-1)
    if (!last) return
    after = last.hash
  }
}

async function* rehash(parts: Parts, blob: OldBlob): AsyncGenerator<void> {
  const { db, contents } = parts
  const [old, fresh] = [new PassingHash('sha256'), new PassingHash('b3')]
  const add = async (chunk: Uint8Array) => {
    old.add(chunk)
    fresh.add(chunk)
  }
  try {
    for await (const chunk of await contents.read(blob.drive_id, blob.id)) {
      await (parts.spareTime ? parts.spareTime.use(() => add(chunk)) : add(chunk))
      yield
    }
  } catch (error) {
    return tell(parts, blob, error)
  }
  if (old.sizeBytes !== blob.size || old.digest() !== blob.hash) {
    return tell(parts, blob, damaged(blob))
  }
  await db.write((writer) => replaceHash(writer, blob, fresh.digest()))
}

/** Content that was removed meanwhile is no problem. */
async function tell({ db, onProblem }: Parts, blob: OldBlob, problem: unknown): Promise<void> {
  const now = await db.read((reader) => findBlob(reader, blob.drive_id, blob.id))
  if (now?.hash !== blob.hash) return
  onProblem?.(isServiceError(problem, 'not_found') ? damaged(blob, problem) : problem)
}

function damaged({ id }: OldBlob, cause?: unknown): ServiceError {
  return new ServiceError('data_loss', {
    description: `content ${id} does not match its hash: run "awan check"`,
    cause,
  })
}

import { algorithmOf } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { openTarget } from '../access/open-node.ts'
import { arrivingBytes } from '../arriving-bytes.ts'
import { ARRIVING_BYTES, ByteBudget, holderOf } from '../byte-budget.ts'
import { createBlockHasher } from '../contents/block-hash.ts'
import {
  dropContent,
  type StoredContent,
  storeContent,
  toNewContent,
} from '../contents/store-content.ts'
import { toIdempotentId } from '../idempotent-id.ts'
import { MAX_MADE } from '../nodes/growing-tree.ts'
import { type Outcome, type Placing, placeBundle } from './place-bundle.ts'
import type { Bundle, BundledFile, BundleEntry } from './read-bundle.ts'

export interface Bundles {
  /**
   * Makes the files and folders of a bundle, some hundreds in a transaction, so that the others who write into the
   * drive wait for a moment alone, and tells what became of each entry, in their order. With a key, a repeated call
   * finds the files that the first one made, however far that came.
   */
  receive(access: Access, sent: SentBundle): Promise<Outcome[]>
}

export interface SentBundle {
  /** Its bytes pass through what it is given, which charges them as they come. */
  read(charge: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>): Promise<Bundle>
  key?: string | undefined
}

export interface BundlesOptions {
  drives: Drives
  blobs: BlobStore
  clock: Clock
  random: Random
}

export function createBundles(options: BundlesOptions): Bundles {
  const { drives, clock, random } = options
  const memory = new ByteBudget(ARRIVING_BYTES)
  return {
    async receive(access, { read, key }) {
      using held = memory.hold(holderOf(access))
      const bundle = await read((bytes) => arrivingBytes(bytes, { held }))
      await drives.read(access, (reader, drive) =>
        openTarget(reader, drive, bundle.parentId, 'add'),
      )
      const entries = await storeAll(options, bundle.entries)
      const { parentId, conflict, fingerprint } = bundle
      const call = key === undefined ? undefined : toIdempotentId(access, key, fingerprint)
      const newId = () => createId(random, clock.now())
      return placeAll(options, access, { parentId, conflict, entries, call, newId })
    },
  }
}

async function placeAll(
  options: BundlesOptions,
  access: Access,
  { entries, ...placing }: Omit<Placing, 'from' | 'maxMade'>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let maxMade = MAX_MADE
  for (let from = 0; from === 0 || from < entries.length; from += ENTRIES_TOGETHER) {
    const some = entries.slice(from, from + ENTRIES_TOGETHER)
    try {
      const placed = await options.drives.transact(
        access,
        (transaction) => placeBundle(transaction, { ...placing, entries: some, from, maxMade }),
        { onUndone: () => dropUnused(options, some, new Set()) },
      )
      await dropUnused(options, some, placed.used)
      outcomes.push(...placed.outcomes)
      maxMade -= placed.made
    } catch (error) {
      if (from > 0 && isRefusal(error)) {
        outcomes.push(...some.map(() => error))
        continue
      }
      await dropUnused(options, entries.slice(from + ENTRIES_TOGETHER), new Set())
      throw error
    }
  }
  return outcomes
}

/** They take a few tenths of a second. */
const ENTRIES_TOGETHER = 500

/** What a rule says of these entries, and not that the call should be repeated. */
function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && !REPEATED.has(error.error)
}

const REPEATED: ReadonlySet<string> = new Set(['unavailable', 'deadline_exceeded', 'aborted'])

type StoredEntry = BundleEntry<StoredContent | ServiceError>

/** In parallel: contents that are not stored in rows each wait for the disk. */
async function storeAll(
  options: BundlesOptions,
  entries: readonly BundleEntry<Uint8Array>[],
): Promise<StoredEntry[]> {
  const stored: StoredEntry[] = []
  const next = entries.entries()
  const lane = async () => {
    for (const [index, entry] of next) {
      stored[index] =
        entry.kind === 'folder' ? entry : { ...entry, content: await store(options, entry) }
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane))
  const broken = lanes.find(({ status }) => status === 'rejected')
  if (broken?.status !== 'rejected') return stored
  await dropUnused(options, stored, new Set())
  throw broken.reason
}

const LANES = 8

async function store(
  options: BundlesOptions,
  { content, blockHash, sha256 }: BundledFile<Uint8Array>,
): Promise<StoredContent | ServiceError> {
  const known = toNewContent(options, content)
  for (const [field, told] of Object.entries({ block_hash: blockHash, sha256 })) {
    if (told === undefined || told === known.blockHash || told === hashAs(told, content)) continue
    return new ServiceError('data_loss', {
      description: `the content does not match its ${field}: send it again`,
    })
  }
  return storeContent(options.blobs, known)
}

/** By the algorithm that this hash was computed by. */
function hashAs(hash: string, content: Uint8Array): string {
  const hasher = createBlockHasher(algorithmOf(hash))
  hasher.update(content)
  return hasher.digest()
}

/** What was stored for entries that were refused then. */
async function dropUnused(
  { blobs }: BundlesOptions,
  entries: readonly StoredEntry[],
  used: ReadonlySet<StoredContent>,
): Promise<void> {
  for (const entry of entries.filter(Boolean)) {
    if (entry.kind === 'folder' || entry.content instanceof ServiceError) continue
    if (!used.has(entry.content)) await dropContent(blobs, entry.content)
  }
}

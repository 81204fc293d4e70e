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
import { type Outcome, placeBundle } from './place-bundle.ts'
import type { Bundle, BundledFile, BundleEntry } from './read-bundle.ts'

export interface Bundles {
  /**
   * Makes the files and folders of a bundle, all in one transaction, and tells what became of each
   * entry, in their order. With a key, a repeated call finds the files that the first one made.
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
      const { outcomes, used } = await drives.transact(
        access,
        (transaction) => placeBundle(transaction, { parentId, conflict, entries, call, newId }),
        { onUndone: () => dropUnused(options, entries, new Set()) },
      )
      await dropUnused(options, entries, used)
      return outcomes
    },
  }
}

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

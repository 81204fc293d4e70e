import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/id.ts'
import { inParallel } from '../../kernel/in-parallel.ts'
import { readAhead } from '../../kernel/zip/read-ahead.ts'
import { findContent, unpackSmall } from '../../kernel/zip/read-content.ts'
import {
  type DirectoryEntry,
  readDirectory,
  type ZipDirectory,
} from '../../kernel/zip/read-directory.ts'
import type { BundleEntry } from '../bundles/read-bundle.ts'
import {
  dropContent,
  type StoredContent,
  storeContent,
  toNewContent,
} from '../contents/store-content.ts'
import type { Path } from '../nodes/growing-tree.ts'
import { ExtractTrouble, toTrouble } from './extract-trouble.ts'
import { GROUP_BYTES, GROUP_ENTRIES, GROUP_NAMES, SMALL_ENTRY_BYTES } from './limits.ts'
import type { Archive } from './open-archive.ts'
import { countNewNames, nameInArchive, planEntry } from './plan-entry.ts'

/** Where an extraction goes on: its record in the directory, and its number. */
export interface Position {
  at: number
  index: number
}

/** Some entries, one after the other, ready to be placed. */
export interface Group {
  entries: ReadEntry[]
  next: Position
  /** What the directory says of all of them. */
  sizeBytes: number
  /** What the next one is: nothing, or too large to be one of a group. */
  follows: 'end' | 'large' | 'more'
}

export interface ReadEntry {
  index: number
  /** In the archive. */
  name: string
  /** Undefined for the new folder itself. */
  outcome: BundleEntry<StoredContent> | ExtractTrouble | undefined
}

export interface GroupParts {
  blobs: BlobStore
  clock: Clock
  random: Random
}

/** So many contents are unpacked and stored at the same time: those that are no rows wait for the disk. */
const LANES = 8

/** What of it is stored and not used is to be dropped by `dropUnused`. */
export async function readGroup(
  parts: GroupParts,
  archive: Archive,
  { directory, from, top }: { directory: ZipDirectory; from: Position; top: string | undefined },
): Promise<Group> {
  const { chosen, ...group } = await chooseGroup(archive, directory, from)
  const read = readAhead(archive.read, archive.sizeBytes)
  const entries: ReadEntry[] = chosen.map(({ entry }, at) => ({
    index: from.index + at,
    name: nameInArchive(entry),
    outcome: undefined,
  }))

  const packed = async function* () {
    for (const [at, { entry, planned }] of chosen.entries()) {
      if (planned instanceof ExtractTrouble) settle(at, planned)
      else if (planned.kind === 'folder') settle(at, folderAt(withoutTop(planned.path, top)))
      else {
        const bytes = await orTrouble(async () => {
          const start = await findContent(read, entry, archive.sizeBytes)
          return read(start, entry.packedBytes)
        })
        if (bytes instanceof ExtractTrouble) settle(at, bytes)
        else yield { at, entry, path: withoutTop(planned.path, top), bytes }
      }
    }
  }

  try {
    await inParallel(packed(), LANES, async ({ at, entry, path, bytes }) => {
      const content = await orTrouble(() => unpackSmall(bytes, entry))
      if (content instanceof ExtractTrouble) return settle(at, content)
      settle(at, {
        kind: 'file',
        path: path.join('/'),
        mimeType: undefined,
        modifiedAt: entry.modifiedAtMs,
        blockHash: undefined,
        sha256: undefined,
        content: await storeContent(parts.blobs, toNewContent(parts, content)),
      })
    })
  } catch (error) {
    await dropUnused(parts, entries, new Set())
    throw error
  }
  return { ...group, entries }

  function settle(at: number, outcome: ReadEntry['outcome']): void {
    const entry = entries[at]
    if (entry) entry.outcome = outcome
  }
}

/** What was stored for entries and no file came to have. */
export async function dropUnused(
  { blobs }: Pick<GroupParts, 'blobs'>,
  entries: readonly ReadEntry[],
  used: ReadonlySet<StoredContent>,
): Promise<void> {
  for (const { outcome } of entries) {
    if (outcome === undefined || outcome instanceof ExtractTrouble) continue
    if (outcome.kind === 'file' && !used.has(outcome.content)) {
      await dropContent(blobs, outcome.content)
    }
  }
}

export function isSmall({ sizeBytes, packedBytes }: DirectoryEntry): boolean {
  return Math.max(sizeBytes, packedBytes) <= SMALL_ENTRY_BYTES
}

/** All that lies in a folder that is called as the new one lies in the new one. */
export function withoutTop(path: Path, top: string | undefined): Path {
  return top !== undefined && path[0] === top ? path.slice(1) : path
}

async function chooseGroup(archive: Archive, directory: ZipDirectory, from: Position) {
  const chosen: { entry: DirectoryEntry; planned: ReturnType<typeof planEntry> }[] = []
  const next = { ...from }
  let sizeBytes = 0
  let heldBytes = 0
  let names = 0
  let before: Path = []
  let follows: Group['follows'] = 'end'
  for await (const entry of readDirectory(archive.read, directory, from.at)) {
    const planned = planEntry(entry)
    const isFile = !(planned instanceof ExtractTrouble) && planned.kind === 'file'
    if (isFile) heldBytes += Math.max(entry.sizeBytes, entry.packedBytes)
    const isFull = chosen.length >= GROUP_ENTRIES || names > GROUP_NAMES || heldBytes > GROUP_BYTES
    follows = isFile && !isSmall(entry) ? 'large' : isFull ? 'more' : 'end'
    if (follows !== 'end') break
    chosen.push({ entry, planned })
    if (isFile) sizeBytes += entry.sizeBytes
    if (!(planned instanceof ExtractTrouble)) {
      names += countNewNames(planned.path, before)
      before = planned.path
    }
    next.at = entry.next
    next.index += 1
  }
  return { chosen, next, sizeBytes, follows }
}

function folderAt(path: Path): ReadEntry['outcome'] {
  return path.length === 0 ? undefined : { kind: 'folder', path: path.join('/') }
}

async function orTrouble<T>(work: () => Promise<T>): Promise<T | ExtractTrouble> {
  try {
    return await work()
  } catch (error) {
    const trouble = toTrouble(error)
    if (trouble) return trouble
    throw error
  }
}

import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { BLOCK_BYTES } from '@awan/protocol'
import { isServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { OutgoingRequests } from '../../kernel/outgoing/outgoing-requests.ts'
import type { Access } from '../access/access.ts'
import { storedBytes } from '../uploads/block-ranges.ts'
import type { SealedUpload } from '../uploads/commit-upload.ts'
import type { Upload, Uploads } from '../uploads/uploads.ts'
import { type Download, openDownload } from './download.ts'
import type { Downloads } from './downloads.ts'
import { downloadKey, type OpenFetch, uploadKey } from './fetch-cursor.ts'
import { FetchTrouble, toTrouble } from './fetch-trouble.ts'
import type { FileFacts } from './file-facts.ts'
import type { PaceOptions } from './pace.ts'

export interface PartParts {
  uploads: Pick<Uploads, 'create' | 'grow' | 'receive' | 'seal'>
  requests: Pick<OutgoingRequests, 'open'>
  downloads: Downloads
  pace: PaceOptions
  /** How long is waited before a second try; doubled before each that follows. */
  retryMs: number
  /** Bytes of one file; undefined is no limit. */
  maxBytes: number | undefined
}

export interface PartOfTask {
  taskId: string
  url: string
  parentId: string
  access: Access
  /** Throws where the task is over. */
  check: (reader: Reader) => Promise<void>
  /** When the step is to be done. */
  over: Promise<void>
  isOver: () => boolean
}

/** How far one file came. */
export type PartOutcome =
  | { kind: 'answered'; facts: FileFacts }
  | { kind: 'coming'; received: number; stored: number }
  | { kind: 'whole'; sizeBytes: number; sealed: SealedUpload | undefined }
  | { kind: 'trouble'; trouble: FetchTrouble; stored: number }

const LONGEST_WAIT_MS = 30_000

/**
 * Goes on with one file until the time is over. All that it stores is durable and found again by the cursor of the
 * step before, so that it can be done twice: first a server tells what it has, and only in the next step there is an
 * upload for it.
 */
export async function fetchPart(
  parts: PartParts,
  task: PartOfTask,
  each: OpenFetch,
): Promise<PartOutcome> {
  const progress = { stored: each.stored }
  try {
    return await (each.facts
      ? receive(parts, task, { ...each, facts: each.facts }, progress)
      : ask(parts, task, each))
  } catch (error) {
    parts.downloads.close(downloadKey(task.taskId, each))
    if (!(error instanceof FetchTrouble)) throw error
    return { kind: 'trouble', trouble: error, stored: progress.stored }
  }
}

async function ask(parts: PartParts, task: PartOfTask, each: OpenFetch): Promise<PartOutcome> {
  const download = await connect(parts, task, each)
  return download
    ? { kind: 'answered', facts: download.facts }
    : { kind: 'coming', received: 0, stored: 0 }
}

async function receive(
  parts: PartParts,
  task: PartOfTask,
  each: OpenFetch & { facts: FileFacts },
  progress: { stored: number },
): Promise<PartOutcome> {
  const { facts } = each
  const upload = await storing(() => openUpload(parts, task, each))
  progress.stored = storedBytes(upload)
  let uploadBytes = upload.size
  const isWhole = () => facts.sizeBytes !== undefined && progress.stored === facts.sizeBytes
  if (isWhole()) return end()

  const download = await connect(parts, task, each, { at: progress.stored, facts })
  if (!download) return coming(progress.stored)
  // Another process may have stored more meanwhile, or this one less.
  if (download.at !== progress.stored) throw new FetchTrouble('broken', 'again')
  const unitBytes = upload.blocks_per_put * BLOCK_BYTES
  const partBytes = Math.min(unitBytes, (facts.sizeBytes ?? Infinity) - progress.stored)
  for (;;) {
    const part = await download.fill(partBytes, task.over)
    if (!part) return coming(download.received)
    checkLength(part.isLast, download.received)
    await store(part.bytes)
    download.stored()
    if (part.isLast) return end()
    if (task.isOver()) return coming(download.received)
  }

  async function store(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return
    const sizeBytes = progress.stored + bytes.length
    checkSize(parts, sizeBytes)
    await storing(async () => {
      if (facts.sizeBytes === undefined) await growTo(sizeBytes)
      await parts.uploads.receive(task.access, upload.id, {
        first: progress.stored / BLOCK_BYTES,
        bytes: Readable.from([bytes], { objectMode: false }),
        sizeBytes: bytes.length,
        hashes: undefined,
      })
    })
    progress.stored = sizeBytes
  }

  /** It may have grown already, for bytes that were then not stored. */
  async function growTo(sizeBytes: number): Promise<void> {
    if (sizeBytes === uploadBytes) return
    if (uploadBytes !== progress.stored) throw new FetchTrouble('broken', 'anew')
    await parts.uploads.grow(task.access, upload.id, sizeBytes)
    uploadBytes = sizeBytes
  }

  /** A server may send another number of bytes than it said. */
  function checkLength(isLast: boolean, received: number): void {
    if (facts.sizeBytes === undefined) return
    if (received > facts.sizeBytes) throw new FetchTrouble('broken', 'anew')
    if (isLast && received < facts.sizeBytes) throw new FetchTrouble('broken', 'again')
  }

  async function end(): Promise<PartOutcome> {
    parts.downloads.close(downloadKey(task.taskId, each))
    const sealed = await storing(() => parts.uploads.seal(task.access, upload.id))
    const sizeBytes = progress.stored
    return { kind: 'whole', sizeBytes, sealed: 'rights' in sealed ? undefined : sealed }
  }

  function coming(received: number): PartOutcome {
    return { kind: 'coming', received, stored: progress.stored }
  }
}

/** Undefined where the time is over before. */
async function connect(
  parts: PartParts,
  { taskId, url, over }: PartOfTask,
  each: OpenFetch,
  before?: { at: number; facts: FileFacts },
): Promise<Download | undefined> {
  const opening = parts.downloads.take(downloadKey(taskId, each), async (signal) => {
    if (each.tries > 0) {
      const waitMs = Math.min(parts.retryMs * 2 ** (each.tries - 1), LONGEST_WAIT_MS)
      await wait(waitMs, undefined, { signal, ref: false })
    }
    return openDownload(parts, url, signal, before)
  })
  const opened = await Promise.race([opening, over]).catch((error: unknown) => {
    throw toTrouble(error)
  })
  return opened ?? undefined
}

function openUpload(
  { uploads }: PartParts,
  { taskId, access, parentId, check }: PartOfTask,
  each: OpenFetch & { facts: FileFacts },
): Promise<Upload> {
  const { name, sizeBytes = 0, mimeType, modifiedAt } = each.facts
  const file = { parentId, name, sizeBytes, mimeType, modifiedAt }
  return uploads.create(access, { ...file, blockHashes: undefined, check }, uploadKey(taskId, each))
}

function checkSize({ maxBytes }: PartParts, bytes: number): void {
  if (maxBytes !== undefined && bytes > maxBytes) throw new FetchTrouble('too_large')
}

/** What the drive refuses of one file. */
async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isServiceError(error, 'resource_exhausted')) throw new FetchTrouble('no_room')
    // More than the store can hold in one file.
    if (isServiceError(error, 'invalid_argument')) throw new FetchTrouble('too_large')
    // It has expired, or the task was cancelled: the step finds that out.
    if (isServiceError(error, 'not_found')) throw new FetchTrouble('broken', 'anew')
    throw error
  }
}

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { BLOCK_BYTES } from '@awan/protocol'
import type { ConflictRule } from '@awan/protocol/drive'
import { describe, expect } from 'vitest'
import type { PeopleDirectory } from '../account/index.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { hasTestS3, openTestDiskStore, openTestS3Store } from '../blobs/testing.ts'
import type { Database } from '../db/database.ts'
import { onEachDatabase } from '../db/testing.ts'
import { ManualClock } from '../kernel/clock.ts'
import { type Random, systemRandom } from '../kernel/id.ts'
import type { Access } from './access/access.ts'
import type { OwnDrive } from './access/accesses.ts'
import { type Accesses, createAccesses } from './access/accesses.ts'
import { type Activity, createActivity } from './activity/activity.ts'
import { type Archives, createArchives } from './archives/archives.ts'
import { type Bundles, createBundles } from './bundles/bundles.ts'
import type { ByteBudgetOptions } from './byte-budget.ts'
import { createSignals, type Signals } from './changes/signals.ts'
import { type Compressing, createCompressing } from './compress/compressing.ts'
import { hashBlock } from './contents/block-hash.ts'
import { contentChores } from './contents/collect.ts'
import { hashOfBlocks } from './contents/content-hash.ts'
import { createContentReader } from './contents/content-reader.ts'
import { rehashChore } from './contents/rehash.ts'
import { createDownloads, type Downloads } from './downloads/downloads.ts'
import { createReadContent } from './downloads/read-content.ts'
import { createDrives } from './drives/drives.ts'
import { createOwnDrive } from './drives/own-drive.ts'
import { createExtracting, type Extracting } from './extract/extracting.ts'
import { createFetches, type Fetches, type FetchesOptions } from './fetches/fetches.ts'
import { createFollowing, type Following } from './following/following.ts'
import type { SeqEvents } from './following/seq-events.ts'
import { folderSeqsChore } from './history/folder-seqs.ts'
import { forgetChangesChore } from './history/forget-changes.ts'
import { createTaskKinds, joinTasks } from './join-tasks.ts'
import { createLists, type Lists } from './lists/lists.ts'
import { createNodes, type Node, type Nodes } from './nodes/nodes.ts'
import { createPaths, type Paths } from './paths/paths.ts'
import { createSealedTokens, type SealedTokens } from './sealed-tokens.ts'
import { findTextPrograms, type TextPrograms } from './search/documents/text-programs.ts'
import { indexNamesChore } from './search/index-names.ts'
import { createSearch, type Search } from './search/search.ts'
import { createSearchEverywhere, type SearchEverywhere } from './search/search-everywhere.ts'
import { forgetText } from './search/texts.ts'
import { recordArrivals } from './share-links/arrivals.ts'
import { createShortcuts, type Shortcuts } from './shortcuts/shortcuts.ts'
import type { ReceivingKinds, TaskKinds } from './tasks/task-inputs.ts'
import type { TaskKind } from './tasks/task-kind.ts'
import { TaskRunner } from './tasks/task-runner.ts'
import type { Tasks } from './tasks/tasks.ts'
import { chunked, LINK_KEY, newUpload, UPLOAD_TTL_MS } from './test-bytes.ts'
import {
  everybody,
  type ForPeople,
  forPeople,
  ownAccess,
  type TestDrives,
  testDrives,
} from './testing-access.ts'
import { joinHandOver } from './testing-hand-over.ts'
import { findPicturePrograms, type PicturePrograms } from './thumbnails/programs.ts'
import { createThumbnails, type Thumbnails } from './thumbnails/thumbnails.ts'
import { createTus, type Tus } from './tus/tus.ts'
import type { InstantUpload } from './uploads/open-upload.ts'
import { createUploads, type Uploads } from './uploads/uploads.ts'
import { versionChores } from './versions/retention.ts'
import { createVersions, type Versions } from './versions/versions.ts'

export {
  HOUR_MS,
  haltingSender,
  LINK_KEY,
  newUpload,
  someBytes,
  UPLOAD_TTL_MS,
} from './test-bytes.ts'

export const TRASH_TTL_MS = 30 * 86_400_000

/** The rules of the drive on real parts, without HTTP. */
export interface TestDrive {
  db: Database
  blobs: BlobStore
  clock: ManualClock
  random: Random
  drives: TestDrives
  ownDrive: OwnDrive
  people: PeopleDirectory
  accesses: Accesses
  /** The access of a person to their own drive. */
  as(sub: string): Promise<Access>
  nodes: ForPeople<Nodes>
  shortcuts: ForPeople<Shortcuts>
  lists: ForPeople<Lists>
  search: ForPeople<Search>
  searchEverywhere: SearchEverywhere
  /** Whoever waits for changes disposes it at the end. */
  signals: Signals
  following: {
    follow: ForPeople<Pick<Following, 'follow'>>['follow']
    events: ForPeople<SeqEvents>
    stop: Following['stop']
  }
  activity: ForPeople<Activity>
  uploads: ForPeople<Uploads>
  bundles: ForPeople<Bundles>
  paths: ForPeople<Paths>
  tus: ForPeople<Tus>
  tasks: ForPeople<Tasks>
  fetches: Fetches
  compressing: Compressing
  extracting: Extracting
  receiving: ReceivingKinds
  /** Works on tasks when it is told to. */
  runner: TaskRunner
  downloads: ForPeople<Downloads>
  versions: ForPeople<Versions>
  archives: ForPeople<Archives>
  thumbnails: ForPeople<Thumbnails>
  /** One step of a task that is open, as a runner does it that is stopped at once. */
  stepOnce(): Promise<void>
  pageTokens: SealedTokens
  /** Everything that housekeeping does, once. */
  cleanUp(): Promise<void>
  /** A whole upload in as many requests as needed. */
  upload(who: string | Access, name: string, bytes: Buffer, options?: UploadOptions): Promise<Node>
  /** The ids of all that lies in the blob store. */
  listBlobs(): Promise<string[]>
}

interface UploadOptions {
  parentId?: string
  conflict?: ConflictRule
}

export interface TestDriveOptions {
  quotaBytes?: number
  stallMs?: number
  instantUpload?: InstantUpload
  joinWaitMs?: number
  maxUnjoined?: number
  /** How long a step of a task that makes or extracts a ZIP file is prepared. */
  partMs?: number
  arriving?: ByteBudgetOptions
  lookEveryMs?: number
  maxOpenPerPerson?: number
  maxNodes?: number
  maxOpenUploads?: number
  heartbeatMs?: number
  people?: PeopleDirectory
  /** Files of other servers; off unless told. */
  fetches?: Pick<FetchesOptions, 'fetching' | 'pace' | 'partMs' | 'retryMs'>
  /** For pictures; unless told, those of this machine. */
  programs?: PicturePrograms
  textPrograms?: TextPrograms
}

type OpenTestDrive = (options?: TestDriveOptions) => Promise<TestDrive>

/**
 * Runs the same tests on what people run: SQLite with a folder on disk, and PostgreSQL with S3. What a blob store itself
 * promises, and that all of them promise the same, is tested once for each store in `blobs/blob-store.test.ts`.
 */
export function onEachDrive(define: (open: OpenTestDrive) => void): void {
  onEachDatabase((openDatabase, kind) => {
    const hasS3 = kind === 'postgres' && hasTestS3
    const openBlobs = hasS3 ? openTestS3Store : openTestDiskStore
    describe(hasS3 ? 'and S3' : 'and disk', () =>
      define(async (options) => joinDrive(await openDatabase(), await openBlobs(), options)),
    )
  })
}

/** The clock begins at the real time: the blob stores stamp what they hold with it. */
export function joinDrive(
  db: Database,
  blobs: BlobStore,
  {
    quotaBytes,
    stallMs,
    instantUpload,
    joinWaitMs,
    maxUnjoined,
    partMs,
    arriving,
    lookEveryMs,
    maxOpenPerPerson,
    maxNodes,
    maxOpenUploads,
    heartbeatMs,
    people = everybody,
    fetches: fetching = { fetching: undefined },
    programs = findPicturePrograms(),
    textPrograms = findTextPrograms(),
    clock = new ManualClock(Date.now()),
  }: TestDriveOptions & {
    clock?: ManualClock
  } = {},
): TestDrive {
  const parts = { db, blobs, clock, random: systemRandom }
  const pageTokens = createSealedTokens({ ...parts, linkKey: LINK_KEY })
  const signals = createSignals({ db, lookEveryMs })
  const ownDrive = createOwnDrive({ ...parts, defaultQuotaBytes: quotaBytes })
  const drives = createDrives({ ...parts, people, tellSeq: signals.tell, recordArrivals, maxNodes })
  const accesses = createAccesses({ ...parts, people, ownDrive })
  const of = <S extends object>(service: S) => forPeople(service, ownDrive)
  const uploads = createUploads({
    ...parts,
    drives,
    instantUpload,
    uploadTtlMs: UPLOAD_TTL_MS,
    ...(stallMs === undefined ? {} : { stallMs }),
    arriving,
    maxOpenUploads,
  })
  const tus = createTus({
    ...parts,
    drives,
    uploads,
    arriving,
    uploadTtlMs: UPLOAD_TTL_MS,
    ...(stallMs === undefined ? {} : { stallMs }),
    ...(joinWaitMs === undefined ? {} : { joinWaitMs }),
    ...(maxUnjoined === undefined ? {} : { maxUnjoined }),
  })
  const handOver = joinHandOver({ ...parts, people, drives, tellSeq: signals.tell })
  const fetches = createFetches({ ...parts, ...fetching, uploads })
  const reading = {
    ...parts,
    drives,
    accesses,
    linkKey: LINK_KEY,
    onProblem,
    readContent: createReadContent(createContentReader(parts)),
  }
  const archives = createArchives(reading)
  const compressing = createCompressing({
    uploads,
    archives,
    ...(partMs === undefined ? {} : { partMs }),
  })
  const downloads = createDownloads({ ...parts, drives, accesses, linkKey: LINK_KEY })
  const extracting = createExtracting({ ...parts, uploads, downloads, partMs })
  const receiving = { fetch: fetches.kind, compress: compressing.kind, extract: extracting.kind }
  const { tasks, runner, chores } = joinTasks({
    ...parts,
    people,
    drives,
    handOver,
    receiving,
    textPrograms,
    trashTtlMs: TRASH_TTL_MS,
    onProblem,
  })
  const thumbnails = createThumbnails({ ...reading, programs })
  const following = createFollowing({ drives, people, signals, maxOpenPerPerson, heartbeatMs })
  return {
    db,
    blobs,
    clock,
    random: systemRandom,
    drives: testDrives(drives, ownDrive),
    ownDrive,
    people,
    accesses,
    pageTokens,
    as: (sub) => ownAccess(ownDrive, sub),
    uploads: of(uploads),
    bundles: of(createBundles({ ...parts, drives })),
    paths: of(createPaths({ ...parts, drives, uploads })),
    tus: of(tus),
    tasks: of(tasks),
    fetches,
    compressing,
    extracting,
    receiving,
    runner,
    nodes: of(createNodes({ ...parts, drives })),
    shortcuts: of(createShortcuts({ ...parts, drives, accesses })),
    lists: of(createLists({ drives, pageTokens })),
    search: of(createSearch({ db, drives, contents: createContentReader(parts), pageTokens })),
    searchEverywhere: createSearchEverywhere({
      db,
      accesses,
      drives,
      contents: createContentReader(parts),
      pageTokens,
    }),
    signals,
    activity: of(createActivity({ drives, people, source: 'http://drive.test' })),
    following: {
      follow: of({ follow: following.follow }).follow,
      events: of(following.events),
      stop: following.stop,
    },
    downloads: of(downloads),
    versions: of(createVersions({ ...parts, drives })),
    archives: of(archives),
    thumbnails: of(thumbnails),
    async stepOnce() {
      const once = new TaskRunner({ ...parts, people, drives, kinds: onceEach(), onProblem })
      await once.run()

      function onceEach(): TaskKinds {
        const stopped = Object.entries(
          createTaskKinds({ ...parts, drives, people, receiving }),
        ).map(([name, kind]) => [
          name,
          {
            ...kind,
            step: (...args: Parameters<TaskKind<unknown>['step']>) => {
              void once[Symbol.asyncDispose]()
              return (kind as TaskKind<unknown>).step(...args)
            },
          },
        ])
        return Object.fromEntries(stopped)
      }
    },
    async cleanUp() {
      const all = [
        ...uploads.chores,
        ...archives.chores,
        ...tus.chores,
        ...versionChores({ ...parts, drives }),
        ...contentChores({ ...parts, forgetText }),
        rehashChore({ ...parts, contents: createContentReader(parts), onProblem }),
        folderSeqsChore(parts),
        forgetChangesChore(parts),
        indexNamesChore(parts),
        ...chores,
      ]
      for (const chore of all) await chore.run()
    },
    async upload(sub, name, bytes, { parentId = 'root', conflict = 'fail' } = {}) {
      const mine = of(uploads)
      const { id } = await mine.create(sub, newUpload(name, bytes, { parentId }))
      await sendAll(mine, sub, id, bytes)
      return mine.commit(sub, id, conflict)
    },
    async listBlobs() {
      const ids: string[] = []
      for await (const { id } of blobs.list()) ids.push(id)
      return ids.sort()
    },
  }
}

/** In a test nothing breaks unseen. */
function onProblem(problem: unknown): never {
  throw problem
}

/** Bytes of a request that begins at a block. */
export function sent(first: number, bytes: Buffer | Readable, hashes?: string[]) {
  return {
    first,
    bytes: bytes instanceof Readable ? bytes : chunked(bytes),
    sizeBytes: bytes instanceof Readable ? undefined : bytes.length,
    hashes,
  }
}

const MAX_SENT = 16 * BLOCK_BYTES

export async function sendAll(
  uploads: ForPeople<Pick<Uploads, 'receive'>>,
  who: string | Access,
  id: string,
  bytes: Buffer,
): Promise<void> {
  for (let at = 0; at < bytes.length; at += MAX_SENT) {
    await uploads.receive(who, id, sent(at / BLOCK_BYTES, bytes.subarray(at, at + MAX_SENT)))
  }
}

/** By BLAKE3, or as `hash` does it. */
export function blockHashes(bytes: Buffer, hash: (block: Buffer) => string = hashBlock): string[] {
  const hashes: string[] = []
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    hashes.push(hash(bytes.subarray(at, at + BLOCK_BYTES)))
  }
  return hashes
}

export function contentHash(bytes: Buffer, hash?: (block: Buffer) => string): string {
  return hashOfBlocks(blockHashes(bytes, hash))
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The error's name, so that a test can say it in one line. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  const outcome = await work.then(
    () => ({ error: 'nothing was refused' }),
    (error: { error?: string }) => error,
  )
  expect(outcome.error, String(outcome)).toBeTypeOf('string')
  return outcome.error ?? ''
}

import { ROOT_ID } from '@awan/protocol'
import { createHexId } from '../../runtime/hex-id.ts'
import type { Session } from '../../session/session.ts'
import type { DriveHost } from '../drive-host.ts'
import { inDrive } from '../in-drive.ts'
import { createPace } from '../pace.ts'
import { createUploads } from '../uploads.ts'
import type { Batch } from './batch.ts'
import { createBundleSupport } from './bundle-support.ts'
import { createConnection } from './connection.ts'
import { createFolders } from './folders.ts'
import { createIntake } from './intake.ts'
import { createLanes, type Lanes } from './lanes.ts'
import { createNameHolder } from './name-holder.ts'
import { createOutage } from './outage.ts'
import { createPresent } from './present.ts'
import { createRunner, ignoreExpiring } from './run-work.ts'
import { seldom } from './seldom.ts'
import { dropSingle, type SingleParts } from './send-single.ts'
import { createSettle, type SharedState } from './settle.ts'
import { createSteer } from './steer.ts'
import { createTransferRate } from './transfer-rate.ts'
import type { UploadEntries } from './upload-entry.ts'
import { createMemoryJournal, journalOfDrive, toleratesFailures } from './upload-journal.ts'
import { createUploadList } from './upload-list.ts'
import type { UploadManager, UploadManagerOptions } from './upload-manager.ts'
import { toSummary, type UploadSummary } from './upload-summary.ts'
import { createWorkQueue, type Work } from './work-queue.ts'

/** What the manager needs of the account client; with its session it goes on when somebody signs in again. */
export type UploadHost = DriveHost & { readonly session?: Pick<Session, 'state' | 'subscribe'> }

export const DEFAULT_LANES = 4
/** A list of twenty thousand that changes with each of them would do nothing else. */
const TELL_EVERY_MS = 100
/** A bundle that is not full waits so long for more. */
const HOLD_MS = 50
/** A request of a bundle need not be of any whole blocks. */
const BUNDLE_UNIT_BYTES = 64 * 1024

/**
 * An upload manager for the drive of the signed-in user, or another one that they have access to.
 *
 * @example
 * const uploads = createUploadManager(client, { journal: createIndexedDbJournal('uploads') })
 * uploads.subscribe(() => show(uploads.summary().bytes.done))
 * await uploads.add(fromFileList(input.files))
 * const { files } = await uploads.settled()
 */
export function createUploadManager(
  client: UploadHost,
  options: UploadManagerOptions = {},
): UploadManager {
  const host = inDrive(client, options.driveId)
  const { runtime, session } = host
  const list = createUploadList()
  const bundles = createBundleSupport()
  const pace = createPace(BUNDLE_UNIT_BYTES)
  const rate = createTransferRate(runtime.now)
  const listeners = new Set<() => void>()
  const state: SharedState = { halt: undefined, instant: 0 }
  let summary: UploadSummary | undefined
  let resting: ((summary: UploadSummary) => void)[] = []
  let isHeldEnough = false
  let stopHolding: (() => void) | undefined
  let person: string | undefined
  let batches: Batch[] = []

  const tell = seldom(runtime, options.tellEveryMs ?? TELL_EVERY_MS, () => {
    for (const listener of listeners) callOut(listener)
  })
  const outage = createOutage({
    runtime,
    connection: options.connection ?? createConnection(),
    onChange(now) {
      if (now?.kind === 'offline') lanes.stopAll()
      if (now) rate.reset()
      goOn()
    },
  })
  const intake = createIntake({
    runtime,
    waiting: () => list.count('waiting'),
    onEntry(entry, batch, isPresent) {
      const id = list.add(entry, batch)
      batch.counts.total += 1
      if (isPresent) settle.endAsPresent(id)
      else if ('error' in entry) settle.endAsUnreadable(id, entry.error)
      else queue.put(id)
      goOn()
    },
    onChange: goOn,
  })
  const queue = createWorkQueue({
    list,
    pace,
    bundleSupport: bundles,
    mayFill,
    createKey: () => createHexId(runtime),
  })
  const single: SingleParts = {
    runtime,
    uploads: createUploads(host),
    journal: toleratesFailures(
      journalOfDrive(options.journal ?? createMemoryJournal(), options.driveId),
      options.onJournalFailure ?? (() => {}),
    ),
  }
  const settle = createSettle({
    list,
    queue,
    outage,
    state,
    drop: (upload) => void dropSingle(single, upload).catch(ignoreExpiring),
    onEnded: (ended) => callOut(() => options.onEnded?.(ended)),
    onChange: goOn,
  })
  const run = createRunner({
    ...single,
    host,
    list,
    queue,
    pace,
    rate,
    outage,
    state,
    bundles,
    settle,
    onChange: goOn,
  })
  const lanes: Lanes<Work> = createLanes<Work>({
    limit() {
      if (state.halt || outage.state()) return 0
      return outage.isTrying() ? 1 : (options.lanes ?? DEFAULT_LANES)
    },
    take: () => queue.take(lanes.running()),
    onFree: goOn,
    async run(work, signal) {
      await run(work, signal)
      intake.madeRoom()
    },
  })
  const steer = createSteer({
    list,
    queue,
    lanes,
    intake,
    settle,
    rate,
    state,
    reread: (batch, entries) => void take(batch, entries),
    onChange: goOn,
  })
  const unsubscribe = session?.subscribe(() => {
    const now = session.state()
    const isBack = now.status === 'signed-in' && now.sub === person
    if (!isBack || state.halt?.kind !== 'signed-out') return
    state.halt = undefined
    goOn()
  })

  async function take(batch: Batch, entries: UploadEntries): Promise<void> {
    batch.counts.reading += 1
    try {
      await intake.take(entries, batch)
    } finally {
      batch.counts.reading -= 1
      goOn()
    }
  }

  /** Something changed: more may begin, somebody may want to know, and all may be over. */
  function goOn(): void {
    summary = undefined
    lanes.fill()
    tell()
    if (!isAtRest()) return
    const told = resting
    resting = []
    for (const resolve of told) resolve(now())
  }

  function isActive(): boolean {
    const open = list.count('waiting') + list.count('sending') + list.count('asking')
    return intake.isReading || open > 0
  }

  function isAtRest(): boolean {
    if (lanes.size > 0) return false
    return !isActive() || (state.halt !== undefined && state.halt.kind !== 'paused')
  }

  function mayFill(): boolean {
    if (!intake.isReading || isHeldEnough) {
      isHeldEnough = false
      stopHolding?.()
      stopHolding = undefined
      return false
    }
    stopHolding ??= runtime.startTimer(HOLD_MS, () => {
      stopHolding = undefined
      isHeldEnough = true
      lanes.fill()
    })
    return true
  }

  function now(): UploadSummary {
    summary ??= toSummary({
      list,
      rate,
      instant: state.instant,
      isCounting: intake.isReading,
      isActive: isActive(),
      halt: state.halt ?? outage.state(),
      batches,
    })
    return summary
  }

  function dispose(): void {
    state.halt = { kind: 'paused' }
    intake.stop()
    lanes.stopAll()
    outage.dispose()
    tell.dispose()
    stopHolding?.()
    unsubscribe?.()
    listeners.clear()
  }

  return {
    async add(entries, options = {}) {
      const { parent_id = ROOT_ID, conflict = 'fail', skipSame = false, addition } = options
      const current = session?.state()
      if (current?.status === 'signed-in') person = current.sub
      const folders = createFolders({ host, parentId: parent_id, bundles })
      const batch: Batch = {
        parentId: parent_id,
        conflict,
        folders,
        present: skipSame === true ? createPresent(host, parent_id) : undefined,
        holder: createNameHolder(host, folders),
        skipsSame: skipSame !== false,
        addition,
        counts: { total: 0, done: 0, over: 0, reading: 0 },
      }
      if (addition !== undefined) batches.push(batch)
      await take(batch, entries)
    },
    settled: () =>
      isAtRest() ? Promise.resolve(now()) : new Promise((resolve) => void resting.push(resolve)),
    summary: now,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    window: list.window,
    failures: () => list.failures(),
    ...steer,
    clear() {
      list.clear()
      state.instant = 0
      batches = batches.filter(({ counts }) => counts.reading > 0 || counts.over < counts.total)
      goOn()
    },
    dispose,
  }
}

/** What an app throws is the app's to see; uploads go on. */
function callOut(call: () => void): void {
  try {
    call()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}

import type { BundleResult, ConflictRule } from '@awan/protocol/drive'
import { isServiceError, type ServiceError, toServiceError } from '@awan/protocol/errors'
import { createHexId } from '../../runtime/hex-id.ts'
import { wait } from '../../runtime/wait.ts'
import type { DriveHost } from '../drive-host.ts'
import { isGuardedWay } from '../guarded-way.ts'
import type { Pace } from '../pace.ts'
import { ruleOf } from './batch.ts'
import type { BundleSupport } from './bundle-support.ts'
import type { Outage } from './outage.ts'
import { type Outcome, toOutcome } from './outcome.ts'
import { packBundle } from './pack-bundle.ts'
import { isSame } from './present.ts'
import { sendBundle } from './send-bundle.ts'
import { dropSingle, type SingleParts, sendSingle } from './send-single.ts'
import type { Settle, SharedState } from './settle.ts'
import type { TransferRate } from './transfer-rate.ts'
import { isFile, isFolder, splitPath } from './upload-entry.ts'
import { isOver, type Upload, type UploadList } from './upload-list.ts'
import { type BundleWork, ENTRY_COST_BYTES, type Work, type WorkQueue } from './work-queue.ts'

/** Failures of a bundle's own until its halves go by themselves. */
const MAX_BUNDLE_FAILURES = 2
const SETTLED_AT_ONCE = 200

export interface RunParts extends SingleParts {
  host: DriveHost
  list: UploadList
  queue: WorkQueue
  pace: Pace
  rate: TransferRate
  outage: Outage
  state: SharedState
  bundles: BundleSupport
  settle: Settle
  onChange: () => void
}

/** Sends a file or a bundle, and settles what became of it. */
export function createRunner(parts: RunParts): (work: Work, signal: AbortSignal) => Promise<void> {
  const { host, list, queue, pace, rate, outage, state, bundles, settle, onChange } = parts
  const { runtime } = host

  async function runFile(id: number, signal: AbortSignal): Promise<void> {
    const upload = list.get(id)
    const detail = list.detailOf(id)
    const { batch, entry } = upload
    if (await isThere(upload)) {
      // It may have been paused or cancelled meanwhile.
      if (list.row(id)?.state === 'sending') settle.endAsPresent(id)
      return
    }
    const sentWith = detail.rule ?? ruleOf(batch)
    const outcome = await attempt(upload, sentWith, signal)
    if (outcome.kind === 'conflict') batch.present?.lookAgain()
    settle.apply(id, outcome, sentWith)
    if (list.row(id)?.state === 'cancelled') {
      // Its session may have come into being while it was given up.
      const { uploadId } = detail
      await dropSingle(parts, { parentId: batch.parentId, path: entry.path, uploadId }).catch(
        ignoreExpiring,
      )
    }
  }

  /** To send a large file only to learn that its name is taken would be a waste. */
  async function isThere({ batch, entry }: Upload): Promise<boolean> {
    if (!batch.skipsSame || batch.present || !isFile(entry)) return false
    return isSame(await batch.holder.find(entry).catch(() => undefined), entry)
  }

  async function attempt(
    { id, entry, batch }: Upload,
    rule: ConflictRule,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const detail = list.detailOf(id)
    try {
      if (isFolder(entry)) {
        await batch.folders.idOf(entry.path)
        return { kind: 'done', file: undefined, isInstant: false }
      }
      if (!isFile(entry)) return { kind: 'failed', error: entry.error }
      const sent = await sendSingle(parts, {
        upload: { id, entry, batch },
        detail,
        rule,
        signal,
        onSize: (size) => list.row(id) && list.setSize(id, size),
        onSent(sentBytes, isNews) {
          if (list.row(id)?.state !== 'sending') return
          if (isNews) {
            rate.add(Math.max(0, sentBytes - detail.sentBytes))
            outage.succeeded()
            detail.failures = 0
          }
          list.setSent(id, sentBytes)
          onChange()
        },
      })
      return { kind: 'done', ...sent }
    } catch (thrown) {
      if (isServiceError(thrown, 'not_found')) batch.folders.forget(splitPath(entry.path).folder)
      return toOutcome(thrown)
    }
  }

  async function runBundle(bundle: BundleWork, signal: AbortSignal): Promise<void> {
    for (const id of bundle.ids) {
      const now = list.row(id)?.state
      if (now === 'waiting') list.setState(id, 'sending')
      if (now && !isOver(now)) list.detailOf(id).isBundled = true
    }
    if (!bundle.body && !(await isPacked(bundle))) return
    const { body, ids } = bundle
    if (!body) return
    const results = await send(bundle, body, signal)
    const isTaken = results.some((result) => 'error' in result && result.error === 'already_exists')
    if (isTaken) bundle.batch.present?.lookAgain()
    for (const [index, result] of results.entries()) {
      // Thousands of them would keep a page from drawing.
      if (index % SETTLED_AT_ONCE === SETTLED_AT_ONCE - 1) await wait(runtime, 0)
      const id = ids[index] as number
      rate.add('file' in result && list.row(id) ? list.sizeOf(id) : 0)
      settle.apply(id, resultToOutcome(result), bundle.rule)
    }
  }

  /** What became of each of its files; of none, where it must be repeated. */
  async function send(
    bundle: BundleWork,
    body: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<BundleResult[]> {
    const entries = bundle.ids.length
    const startedMs = runtime.now()
    try {
      const results = await sendBundle(host, { body, entries, key: bundle.key, signal })
      bundles.worked()
      outage.succeeded()
      pace.succeeded(body.length + entries * ENTRY_COST_BYTES, runtime.now() - startedMs)
      return results
    } catch (thrown) {
      bundleFailed(bundle, toOutcome(thrown))
      return []
    }
  }

  async function isPacked(bundle: BundleWork): Promise<boolean> {
    try {
      await pack(bundle)
      return true
    } catch (thrown) {
      const outcome = toOutcome(thrown)
      if (outcome.kind === 'outage') {
        outage.failed(outcome.error)
        backWhole(bundle)
      } else for (const id of bundle.ids) settle.apply(id, outcome, bundle.rule)
      return false
    }
  }

  async function pack(bundle: BundleWork): Promise<void> {
    const uploads = bundle.ids.map((id) => list.get(id))
    // On a guarded way the server alone reckons what it keeps them by.
    const hashing = isGuardedWay(host) ? undefined : await import('../hash-blocks.ts')
    const hash = hashing?.hashBlock.bind(undefined, runtime)
    await packBundle(hash, bundle, uploads, (id, error) =>
      settle.apply(id, { kind: 'failed', error }, bundle.rule),
    )
  }

  function bundleFailed(bundle: BundleWork, outcome: Outcome): void {
    // All of them were cancelled while it was on its way.
    if (bundle.ids.every((id) => isOver(list.row(id)?.state ?? 'cancelled'))) return
    if (!('error' in outcome)) {
      bundle.mayHaveArrived = true
      backWhole(bundle)
    } else if (outcome.kind === 'halt') {
      state.halt ??= { kind: outcome.reason, error: outcome.error }
      backWhole(bundle)
    } else if (outcome.kind === 'outage') {
      pace.failed()
      const isAnswered = isServiceError(outcome.error, 'internal')
      bundle.mayHaveArrived ||= !isAnswered
      if (outage.failed(outcome.error) || isAnswered) bundle.failures += 1
      if (bundle.failures > MAX_BUNDLE_FAILURES) split(bundle, outcome.error)
      else backWhole(bundle)
    } else if (bundles.isMissing(outcome.error)) {
      for (const id of bundle.ids) settle.back(id)
    } else if (isServiceError(outcome.error, 'not_found')) {
      for (const id of bundle.ids) settle.apply(id, outcome, bundle.rule)
    } else if (outcome.error.status === 413 && bundle.ids.length > 1 && !bundle.mayHaveArrived) {
      bundles.tooLarge(bundle.body?.length ?? 0)
      for (const id of bundle.ids.toReversed()) settle.back(id)
    } else {
      pace.failed()
      split(bundle, outcome.error)
    }
  }

  /** To be repeated as it is: its answer may have been lost. */
  function backWhole(bundle: BundleWork): void {
    for (const id of bundle.ids) {
      if (list.row(id)?.state === 'sending') list.setState(id, 'waiting')
    }
    queue.putBundle(bundle)
  }

  /** Refused as a whole: the halves find out whose fault it is. */
  function split(bundle: BundleWork, error: ServiceError): void {
    const { ids, batch, rule, mayHaveArrived } = bundle
    const [first] = ids
    if (mayHaveArrived) for (const id of ids) settle.apply(id, { kind: 'failed', error }, rule)
    else if (ids.length === 1 && first !== undefined) {
      list.detailOf(first).isAlone = true
      settle.back(first)
    } else {
      const middle = Math.ceil(ids.length / 2)
      for (const half of [ids.slice(0, middle), ids.slice(middle)]) {
        const key = createHexId(runtime)
        backWhole({ kind: 'bundle', ids: half, batch, rule, key, failures: 0 })
      }
    }
  }

  return (work, signal) =>
    work.kind === 'file' ? runFile(work.id, signal) : runBundle(work, signal)
}

function resultToOutcome(result: BundleResult): Outcome {
  return 'file' in result
    ? { kind: 'done', file: result.file, isInstant: false }
    : toOutcome(toServiceError(result))
}

/** What cannot be removed now expires at the server. */
export function ignoreExpiring(): void {}

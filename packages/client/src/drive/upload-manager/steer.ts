import type { Batch } from './batch.ts'
import type { Intake } from './intake.ts'
import type { Lanes } from './lanes.ts'
import type { Settle, SharedState } from './settle.ts'
import type { TransferRate } from './transfer-rate.ts'
import {
  isFolder,
  type Reread,
  toUnreadable,
  type UploadEntries,
  type UploadEntry,
} from './upload-entry.ts'
import type { Upload, UploadList } from './upload-list.ts'
import type { UploadManager } from './upload-manager.ts'
import type { Work, WorkQueue } from './work-queue.ts'

/** What a person does to uploads, all or one. */
export type Steer = Pick<UploadManager, 'pause' | 'resume' | 'cancel' | 'retry'>

export interface SteerParts {
  list: UploadList
  queue: WorkQueue
  lanes: Lanes<Work>
  intake: Intake
  settle: Settle
  rate: TransferRate
  state: SharedState
  /** Takes in what is found now in the place of what could not be read. */
  reread: (batch: Batch, entries: UploadEntries) => void
  onChange: () => void
}

export function createSteer(parts: SteerParts): Steer {
  const { list, queue, lanes, intake, settle, rate, state, reread, onChange } = parts

  function stop(id: number): void {
    for (const work of [...lanes.running()]) {
      if (work.kind === 'file' && work.id === id) lanes.stop(work)
    }
  }

  function pauseAll(): void {
    state.halt ??= { kind: 'paused' }
    lanes.stopAll()
    rate.reset()
  }

  function pauseOne(id: number): void {
    const row = list.row(id)
    const isLoose = row?.state === 'waiting' || row?.state === 'sending'
    if (!isLoose || list.detailOf(id).isBundled) return
    list.setState(id, 'paused')
    stop(id)
  }

  function resumeAll(): void {
    state.halt = undefined
    for (const id of list.idsIn('paused')) resumeOne(id)
  }

  function resumeOne(id: number): void {
    if (list.row(id)?.state !== 'paused') return
    list.setState(id, 'waiting')
    queue.putFirst(id)
  }

  function cancelAll(): void {
    intake.stop()
    queue.takeBundles()
    lanes.stopAll()
    for (const id of list.idsIn('waiting', 'sending', 'asking', 'paused', 'failed')) {
      settle.giveUp(id)
    }
  }

  function cancelOne(id: number): void {
    if (!list.row(id)) return
    settle.cancel(id)
    stop(id)
  }

  function retry(ids: readonly number[]): void {
    const lost: Lost[] = []
    for (const id of ids) {
      const row = list.row(id)
      if (row?.state !== 'failed') continue
      const upload = list.get(id)
      const again = isFolder(upload.entry) ? undefined : upload.entry.retry
      if (row.isUnreadable && again) lost.push({ ...upload, again })
      else if (!('error' in upload.entry)) {
        list.detailOf(id).failures = 0
        list.setState(id, 'waiting')
        queue.put(id)
      }
    }
    list.remove(new Set(lost.map(({ id }) => id)))
    for (const [batch, some] of Map.groupBy(lost, (one) => one.batch)) {
      batch.counts.total -= some.length
      reread(batch, lookAgain(some))
    }
  }

  const either = (all: () => void, one: (id: number) => void) => (id?: number) => {
    if (id === undefined) all()
    else one(id)
    onChange()
  }
  return {
    pause: either(pauseAll, pauseOne),
    resume: either(resumeAll, resumeOne),
    cancel: either(cancelAll, cancelOne),
    retry: either(
      () => retry(list.idsIn('failed')),
      (id) => retry([id]),
    ),
  }
}

type Lost = Upload & { again: Reread }

/** Whatever is found now, or goes wrong: nothing that was in the list is lost from it. */
async function* lookAgain(lost: readonly Lost[]): AsyncIterable<UploadEntry> {
  for (const { entry, again } of lost) {
    let isFound = false
    try {
      for await (const found of again(entry.path)) {
        isFound = true
        yield found
      }
      if (!isFound) yield entry
    } catch (cause) {
      yield 'error' in entry ? entry : toUnreadable(entry.path, cause, { retry: again })
    }
  }
}

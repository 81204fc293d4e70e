import type { Intake } from './intake.ts'
import type { Lanes } from './lanes.ts'
import type { Settle, SharedState } from './settle.ts'
import type { TransferRate } from './transfer-rate.ts'
import type { UploadList } from './upload-list.ts'
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
  onChange: () => void
}

export function createSteer(parts: SteerParts): Steer {
  const { list, queue, lanes, intake, settle, rate, state, onChange } = parts

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

  function retryOne(id: number): void {
    if (list.row(id)?.state !== 'failed') return
    list.detailOf(id).failures = 0
    list.setState(id, 'waiting')
    queue.put(id)
  }

  function retryAll(): void {
    for (const id of list.idsIn('failed')) retryOne(id)
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
    retry: either(retryAll, retryOne),
  }
}

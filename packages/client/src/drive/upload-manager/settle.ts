import type { ConflictRule, File } from '@awan/protocol/drive'
import type { ServiceError } from '@awan/protocol/errors'
import { createAskInTurn } from './ask-in-turn.ts'
import type { Outage } from './outage.ts'
import { type Outcome, toOutcome } from './outcome.ts'
import { isSame } from './present.ts'
import { isFile, isFolder, modifiedTimeOf, openSource, type UploadEntry } from './upload-entry.ts'
import { isOver, type UploadList } from './upload-list.ts'
import type { EndedUpload } from './upload-manager.ts'
import type { Halt } from './upload-summary.ts'
import type { WorkQueue } from './work-queue.ts'

/** Failures of an upload's own, one after the other, until it is left to a person. */
export const MAX_OWN_FAILURES = 5

/** What is true of all uploads together. */
export interface SharedState {
  halt: Halt | undefined
  /** Uploads that ended without being sent. */
  instant: number
}

export interface Settle {
  /** Draws the consequence of an attempt; `sentWith` is the rule that it was sent with. */
  apply(id: number, outcome: Outcome, sentWith: ConflictRule): void
  /** The drive holds it already. */
  endAsPresent(id: number): void
  /** It was found, but cannot be read. */
  endAsUnreadable(id: number, error: ServiceError): void
  /** To be sent again, before others. */
  back(id: number): void
  /** Unless it is in a bundle, which brings it all the same. */
  cancel(id: number): void
  /** Whatever is happening to it. */
  giveUp(id: number): void
}

export interface SettleParts {
  list: UploadList
  queue: WorkQueue
  outage: Outage
  state: SharedState
  /** Gives up what the server has of a file; what cannot be removed now expires there. */
  drop: (upload: { parentId: string; path: string; uploadId: string | undefined }) => void
  onEnded: (ended: EndedUpload) => void
  onChange: () => void
}

export function createSettle(parts: SettleParts): Settle {
  const { list, queue, outage, state, drop, onEnded, onChange } = parts
  const asking = createAskInTurn()

  function end(
    id: number,
    ended: EndedUpload['state'],
    { file, error }: { file?: File | undefined; error?: ServiceError | undefined } = {},
  ): void {
    const { entry, batch } = list.get(id)
    const { path } = entry
    list.detailOf(id).isBundled = false
    list.setState(id, ended, error)
    if (ended === 'done') batch.counts.done += 1
    if (isOver(ended)) batch.counts.over += 1
    onEnded({ id, path, state: ended, file, error })
    onChange()
  }

  function back(id: number): void {
    const detail = list.detailOf(id)
    detail.isBundled = false
    if (detail.isUnwanted) end(id, 'cancelled')
    else {
      list.setState(id, 'waiting')
      queue.putFirst(id)
    }
  }

  /** Others go first: if they succeed, the trouble is this one's own. */
  function again(id: number, error: ServiceError): void {
    const detail = list.detailOf(id)
    detail.failures += 1
    if (detail.isBundled) detail.isAlone = true
    detail.isBundled = false
    if (detail.failures >= MAX_OWN_FAILURES) end(id, 'failed', { error })
    else if (detail.isUnwanted) end(id, 'cancelled')
    else {
      list.setState(id, 'waiting')
      queue.put(id)
    }
  }

  async function decide(id: number, error: ServiceError): Promise<void> {
    const { entry, batch } = list.get(id)
    // An answer may have been lost with an earlier page: what it brought is there.
    if (batch.skipsSame && isSame(await batch.holder.find(entry).catch(unknown), entry)) {
      if (list.stateOf(id) === 'asking') endAsPresent(id)
      return
    }
    const answer = await asking.ask(batch, async () => ({
      id,
      path: entry.path,
      size: list.sizeOf(id),
      modified_time: isFolder(entry) ? undefined : modifiedTimeOf(entry),
      source: await blobOf(entry),
      holder: await batch.holder.read(entry).catch(unknown),
    }))
    if (list.stateOf(id) !== 'asking') return
    if (answer === 'fail') end(id, 'failed', { error })
    else if (answer === 'skip') give(id, 'skipped')
    else {
      list.detailOf(id).rule = answer
      list.setState(id, 'waiting')
      queue.put(id)
      onChange()
    }
  }

  function settleConflict(id: number, error: ServiceError, sentWith: ConflictRule): void {
    // Where the rule did not help, asking again would not either: a folder has the name.
    if (sentWith !== 'fail') {
      end(id, 'failed', { error })
      return
    }
    list.detailOf(id).isBundled = false
    list.setState(id, 'asking')
    onChange()
    decide(id, error).catch((thrown: unknown) => {
      const outcome = toOutcome(thrown)
      const cause = 'error' in outcome ? outcome.error : error
      if (list.stateOf(id) === 'asking') end(id, 'failed', { error: cause })
    })
  }

  function endAsPresent(id: number): void {
    state.instant += 1
    list.setInstant(id)
    give(id, 'done')
  }

  /** Ends it, and what the server has of an upload is not needed. */
  function give(id: number, ended: 'done' | 'skipped' | 'cancelled'): void {
    const { entry, batch } = list.get(id)
    const { uploadId } = list.detailOf(id)
    if (uploadId !== undefined) drop({ parentId: batch.parentId, path: entry.path, uploadId })
    end(id, ended)
  }

  return {
    endAsPresent,
    endAsUnreadable: (id, error) => end(id, 'failed', { error }),
    back,
    apply(id, outcome, sentWith) {
      const now = list.row(id)?.state
      // It was cancelled or paused meanwhile. What has arrived nevertheless has.
      if (now !== 'sending' && !(now === 'paused' && outcome.kind === 'done')) return
      if (outcome.kind === 'done') {
        outage.succeeded()
        if (outcome.isInstant) {
          state.instant += 1
          list.setInstant(id)
        }
        end(id, 'done', { file: outcome.file })
      } else if (outcome.kind === 'failed') end(id, 'failed', { error: outcome.error })
      else if (outcome.kind === 'conflict') settleConflict(id, outcome.error, sentWith)
      else if (outcome.kind === 'damaged') again(id, outcome.error)
      else if (outcome.kind === 'outage') {
        const isOwn = outage.failed(outcome.error) || outcome.error.error === 'internal'
        if (isOwn) again(id, outcome.error)
        else back(id)
      } else {
        if (outcome.kind === 'halt') state.halt ??= { kind: outcome.reason, error: outcome.error }
        back(id)
      }
    },
    cancel(id) {
      if (isOver(list.stateOf(id))) return
      const detail = list.detailOf(id)
      if (detail.isBundled) detail.isUnwanted = true
      else give(id, 'cancelled')
    },
    giveUp: (id) => give(id, 'cancelled'),
  }
}

/** It is asked all the same: whoever answers knows the name. */
const unknown = () => undefined

/** A source that does not open is told when it is to be sent. */
async function blobOf(entry: UploadEntry): Promise<Blob | undefined> {
  const source = isFile(entry) ? await openSource(entry).catch(unknown) : undefined
  return source instanceof Blob ? source : undefined
}

import { ServiceError } from '@awan/protocol/errors'
import type { Runtime } from '../../runtime/runtime.ts'
import { wait } from '../../runtime/wait.ts'
import type { Batch } from './batch.ts'
import { isPath, type UploadEntries, type UploadEntry } from './upload-entry.ts'

/** So many may wait to be sent; then no more are looked for until some are gone. */
export const READ_AHEAD = 20_000
/** Between so many the page gets to draw. */
const AT_ONE_GO = 500

export interface Intake {
  /** Resolves when all of them are taken in; rejects with what reading them threw. */
  take(entries: UploadEntries, batch: Batch): Promise<void>
  readonly isReading: boolean
  /** Some are gone: there may be room for more. */
  madeRoom(): void
  /** Takes no more, of any of them. */
  stop(): void
}

export interface IntakeOptions {
  runtime: Pick<Runtime, 'startTimer'>
  waiting: () => number
  onEntry: (entry: UploadEntry, batch: Batch, isPresent: boolean) => void
  onChange: () => void
}

/** Reads what is to be uploaded, ahead of the sending but not without end. */
export function createIntake({ runtime, waiting, onEntry, onChange }: IntakeOptions): Intake {
  let reading = 0
  let stops = 0
  let resume: (() => void)[] = []

  async function read(entries: UploadEntries, batch: Batch): Promise<void> {
    const begun = stops
    let count = 0
    for await (const entry of entries) {
      if (stops !== begun) return
      if (!isPath(entry?.path)) {
        throw new ServiceError('invalid_argument', {
          description: `invalid path: ${entry?.path}`,
        })
      }
      const isPresent = (await batch.present?.holds(entry)) === true
      onEntry(entry, batch, isPresent)
      count += 1
      if (count % AT_ONE_GO === 0) await wait(runtime, 0)
      while (waiting() >= READ_AHEAD && stops === begun) {
        onChange()
        await new Promise<void>((resolve) => resume.push(resolve))
      }
    }
  }

  function wake(): void {
    const woken = resume
    resume = []
    for (const resolve of woken) resolve()
  }

  return {
    async take(entries, batch) {
      reading += 1
      try {
        await read(entries, batch)
      } finally {
        reading -= 1
        onChange()
      }
    },
    get isReading() {
      return reading > 0
    },
    madeRoom() {
      if (resume.length > 0 && waiting() < READ_AHEAD / 2) wake()
    },
    stop() {
      stops += 1
      wake()
    },
  }
}

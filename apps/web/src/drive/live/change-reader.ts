import type { Changes } from '@awan/client/drive'
import type { Change } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'

export interface ChangeReaderOptions {
  changes: Pick<Changes, 'list'>
  onChanges: (changes: readonly Change[]) => void
  /** Too much has happened to be told one by one: whatever is shown is to be read again. */
  onReset: () => void
  /** The lowest change number of the answers that came since the last time it was asked for. */
  takeOldestSeq: () => number
  /** Ends early when the signal does, and when there is a reason to try again at once. */
  wait: (delayMs: number, signal: AbortSignal) => Promise<void>
}

/** Knows up to where this page has heard, and reads what came after. */
export interface ChangeReader {
  /** Something has happened: what it was is read now, or right after what is being read. */
  catchUp(): void
  /** An answer has come: when it is from before the changes that are read here, all is read again. */
  checkAge(): void
  /** Reads whenever it is told to, until the signal ends; run again, it goes on where it was. */
  run(signal: AbortSignal): Promise<void>
}

/** A burst of changes is read in one go, at most four times a second. */
const CALM_MS = 250
const RETRY_MS = 3000
const PAGE_SIZE = 1000
/** When more than this has changed, what is on the screen is read sooner than the rest of the story. */
const MAX_PAGES = 5

export function createChangeReader(options: ChangeReaderOptions): ChangeReader {
  const { changes, onChanges, onReset, takeOldestSeq, wait } = options
  let cursor: string | undefined
  /** Changes after this number are read here; of those before it only an answer can tell. */
  let startSeq = Number.NEGATIVE_INFINITY
  /** Whether the last answers were from before that. */
  let wasOld = false
  let isBehind = false
  let wake = () => {}

  /** The present, without the way that led to it. */
  async function takePresent(signal: AbortSignal): Promise<void> {
    const present = await changes.list({}, { signal })
    cursor = present.cursor
    startSeq = present.seq
    wasOld = false
  }

  function checkAge(): void {
    if (cursor === undefined) return
    const isOld = takeOldestSeq() < startSeq
    // A server that was restored from a backup answers with lower numbers until its changes are read: once is enough.
    if (isOld && !wasOld) onReset()
    wasOld = isOld
  }

  async function readOn(signal: AbortSignal): Promise<void> {
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const read = await changes.list({ cursor, page_size: PAGE_SIZE }, { signal })
      cursor = read.cursor
      if (read.changes.length > 0) onChanges(read.changes)
      if (!read.has_more) return
    }
    await takePresent(signal)
    onReset()
  }

  async function read(signal: AbortSignal): Promise<void> {
    if (cursor === undefined) {
      await takePresent(signal)
      return checkAge()
    }
    try {
      await readOn(signal)
    } catch (error) {
      if (!isServiceError(error, 'out_of_range', 'invalid_argument')) throw error
      // In this order: what happens in between is then read twice rather than never.
      await takePresent(signal)
      onReset()
    }
  }

  return {
    catchUp() {
      isBehind = true
      wake()
    },
    checkAge,
    async run(signal) {
      isBehind = true
      while (!signal.aborted) {
        if (!isBehind) await nextCall(signal)
        if (signal.aborted) return
        isBehind = false
        const isRead = await read(signal).then(
          () => true,
          // Not told: whoever looks at a list hears from the list that the server is out of reach.
          () => false,
        )
        if (!isRead) isBehind = true
        await wait(isRead ? CALM_MS : RETRY_MS, signal)
      }
    },
  }

  function nextCall(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
}

import type { DriveClient } from '@awan/client/drive'

/** How long after a stream that broke off the next one is opened; each time twice as long. */
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/**
 * Follows the changes of what the visitor sees. The server ends the stream when the link is revoked or changed; the
 * visit is checked whenever that happens.
 */
export async function followVisit(
  drive: Pick<DriveClient, 'changes'>,
  {
    check,
    onChange,
    signal,
  }: { check: () => Promise<boolean>; onChange: () => void; signal: AbortSignal },
): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  let seen: number | undefined
  while (!signal.aborted) {
    try {
      for await (const { seq } of drive.changes.events({ signal })) {
        waitMs = FIRST_WAIT_MS
        if (seen !== undefined && seq !== seen) onChange()
        seen = seq
      }
    } catch {
      // Why it broke off is told by the check.
    }
    if (signal.aborted || !(await check())) return
    await pause(waitMs, signal)
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

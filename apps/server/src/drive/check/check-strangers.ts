import { areTooMany, findOrphans, ORPHAN_GRACE_MS } from '../contents/collect.ts'
import type { CheckOptions, CheckParts } from './drive-check.ts'
import type { Problem } from './problem.ts'

/**
 * Contents in the store that no drive knows. Those of the last day may be on their way into one.
 * Housekeeping removes the others by itself; one that is found here was left by something else.
 */
export async function checkStrangers(
  parts: CheckParts,
  { repairs, onProgress }: CheckOptions,
  add: (problem: Problem) => void,
): Promise<void> {
  const { blobs, clock } = parts
  let done = 0
  const { orphans, known } = await findOrphans(parts, clock.now() - ORPHAN_GRACE_MS, (count) => {
    done += count
    onProgress?.({ step: 'store', done, total: undefined, unit: 'contents' })
  })
  // As housekeeping does: a store full of strangers belongs to another database.
  const mayRemove = !areTooMany(orphans, known)
  for (const id of orphans) {
    if (repairs && mayRemove) await blobs.delete(id)
    const repair = mayRemove ? 'repaired' : 'impossible'
    add({ kind: 'unknown_content', id, ...(repairs && { repair }) })
  }
}

import type { CheckedMove } from '@awan/protocol/drive'
import type { ActionParts } from './action-parts.ts'
import { tellAct, toFailed } from './tell-outcome.ts'

/** So many ids go into one call. */
const IDS_PER_CALL = 10_000

/**
 * Whether a move may go on: nobody loses access by it, or somebody who knows who does has said yes. One that could
 * not be looked at is not made.
 */
export async function mayMove(
  parts: Pick<ActionParts, 't' | 'questions' | 'showToast' | 'messageOf' | 'undoStack'>,
  { count, folder, check }: WantedMove,
): Promise<boolean> {
  let losses: CheckedMove
  try {
    losses = await check()
  } catch (error) {
    tellAct(parts, 'move', count).end({ done: false, failure: toFailed(parts, count, error) })
    return false
  }
  const isNobody = losses.losses.length === 0 && losses.link_count === 0 && !losses.has_others
  return isNobody || parts.questions.askLosses({ count, losses, folder: await folder() })
}

interface WantedMove {
  count: number
  /** What the folder is called; asked for only when somebody loses something. */
  folder(): Promise<string | undefined>
  check(): Promise<CheckedMove>
}

/** Of files that were chosen one by one, however many. */
export async function checkIds(
  ids: readonly string[],
  check: (some: string[]) => Promise<CheckedMove>,
): Promise<CheckedMove> {
  let all = await check(ids.slice(0, IDS_PER_CALL))
  for (let at = IDS_PER_CALL; at < ids.length; at += IDS_PER_CALL) {
    all = joined(all, await check(ids.slice(at, at + IDS_PER_CALL)))
  }
  return all
}

function joined(one: CheckedMove, other: CheckedMove): CheckedMove {
  const losses = new Map(one.losses.map((loss) => [JSON.stringify(loss.grantee), loss]))
  for (const loss of other.losses) {
    const key = JSON.stringify(loss.grantee)
    const keeps_some = loss.keeps_some && (losses.get(key)?.keeps_some ?? true)
    losses.set(key, { ...loss, keeps_some })
  }
  return {
    losses: [...losses.values()],
    more_count: Math.max(one.more_count, other.more_count),
    link_count: Math.max(one.link_count, other.link_count),
    has_others: one.has_others || other.has_others,
  }
}

import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader } from '../../db/database.ts'
import type { DriveRow, NodeLockRow } from '../../db/tables.ts'
import { findWaysUp, type Step } from './find-node.store.ts'
import type { KeepHeld } from './locks.ts'
import { Reach } from './reach.ts'
import { resolveTops } from './resolve-tops.ts'
import { allows, inherited } from './rights.ts'

/**
 * A lock counts while its holder could take it again: their account is active, what they signed in by still works, and
 * they may edit what is locked. Each is asked for when the lock is, so that nothing need end locks where access ends.
 */
export function createKeepHeld(
  drive: DriveRow,
  parts: { people: PeopleDirectory; now: number },
): KeepHeld {
  const { people } = parts
  const reaches = new Map<string, Promise<Reach | undefined>>()
  const signIns = new Map<string, Promise<boolean>>()

  return async (reader, locks) => {
    const held: NodeLockRow[] = []
    for (const lock of locks) if (await isSignedIn(reader, lock)) held.push(lock)
    const others = held.filter(({ person_sub }) => person_sub !== drive.owner_sub)
    const nodeIds = [...new Set(others.map(({ node_id }) => node_id))]
    const steps = new Map<string, Step>()
    for (let at = 0; at < nodeIds.length; at += IDS_AT_ONCE) {
      const some = nodeIds.slice(at, at + IDS_AT_ONCE)
      for (const step of await findWaysUp(reader, drive.id, some)) steps.set(step.id, step)
    }
    const counting: NodeLockRow[] = []
    for (const lock of held) if (await mayEdit(reader, lock, steps)) counting.push(lock)
    return counting
  }

  async function isSignedIn(reader: Reader, lock: NodeLockRow): Promise<boolean> {
    const { person_sub: sub, app_password_id: passwordId, session_id: sessionId } = lock
    const key = `${sub} ${passwordId} ${sessionId}`
    const known = signIns.get(key)
    if (known) return known
    const asked = (async () => {
      if (!(await people.isActive(reader, sub))) return false
      if (passwordId !== null) return people.isAppPasswordGood(reader, passwordId)
      return sessionId === null || (await people.personOfSession(reader, sessionId)) === sub
    })()
    signIns.set(key, asked)
    return asked
  }

  async function mayEdit(
    reader: Reader,
    lock: NodeLockRow,
    steps: ReadonlyMap<string, Step>,
  ): Promise<boolean> {
    if (lock.person_sub === drive.owner_sub) return true
    const reach = await reachOf(reader, lock.person_sub)
    const node = steps.get(lock.node_id)
    if (!reach || !node) return false
    const rights = reach.rightsOn(node, foldersAbove(node, steps))
    return allows(lock.is_deep === 1 ? inherited(rights) : rights, 'edit')
  }

  function reachOf(reader: Reader, sub: string): Promise<Reach | undefined> {
    const known = reaches.get(sub)
    if (known) return known
    const found = findReach(reader, sub)
    reaches.set(sub, found)
    return found
  }

  async function findReach(reader: Reader, sub: string): Promise<Reach | undefined> {
    const access = { actor: { kind: 'person', sub }, right: 'edit' } as const
    const tops = await resolveTops({ reader, ...parts }, drive, access.actor)
    return tops.length === 0 ? undefined : new Reach(drive, access, tops)
  }
}

const IDS_AT_ONCE = 500

/** From the top down. */
function foldersAbove(node: Step, steps: ReadonlyMap<string, Step>): Step[] {
  const above: Step[] = []
  for (let at = steps.get(node.parent_id ?? ''); at && !above.includes(at); ) {
    above.unshift(at)
    at = steps.get(at.parent_id ?? '')
  }
  return above
}

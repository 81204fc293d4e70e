import { ServiceError } from '@awan/protocol/errors'
import type { TaskRow } from '../../db/tables.ts'
import type { Access } from '../access/access.ts'
import type { Accesses } from '../access/accesses.ts'
import { type Person, toActorId } from '../access/actor.ts'
import type { Drives } from '../access/drives.ts'
import type { Visits } from '../access/visits.ts'
import type { CountDownload } from '../downloads/count-download.ts'
import type { LockHolder, Placing, PlacingFrom, Renaming } from '../tasks/task-inputs.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { downloadOf } from './across-nodes.ts'

/** Where something comes from: a drive that the caller is let into, their own unless told, or a link that they visit. */
export type From = { driveId: string | undefined } | { visitToken: string }

type Bringing = Placing & Renaming & LockHolder

/** What a person brings from one drive into another. */
export interface Across {
  copy(access: Access, from: From, placing: Bringing, key?: string): Promise<TaskRow>
  move(access: Access, from: From, placing: Bringing, key?: string): Promise<TaskRow>
}

export function createAcross(parts: {
  drives: Drives
  accesses: Accesses
  visits: Visits
  tasks: Pick<Tasks, 'begin'>
  countDownload?: CountDownload | undefined
}): Across {
  const { drives, accesses, visits, tasks, countDownload } = parts
  return {
    copy: (access, from, placing, key) => begin(access, 'copy', { from, placing, key }),
    move: (access, from, placing, key) => begin(access, 'move', { from, placing, key }),
  }

  async function begin(
    access: Access,
    action: 'copy' | 'move',
    { from, placing, key }: { from: From; placing: Bringing; key: string | undefined },
  ): Promise<TaskRow> {
    const { actor } = access
    if (actor.kind !== 'person') throw new Error('only a person brings something into a drive')
    const source = await openSource(actor, from, action === 'move' ? 'edit' : 'view')
    if (source.driveId === access.driveId) {
      throw new ServiceError('invalid_argument', {
        description: `from is this drive itself: use files:batch${action === 'move' ? 'Move' : 'Copy'}`,
      })
    }
    const input: PlacingFrom = {
      ...placing,
      from: { driveId: source.driveId, actorId: toActorId(source.actor) },
    }
    const item = downloadOf({ input, actorId: actor.sub })
    const hold = await drives.read(source, async (_reader, drive) =>
      countDownload?.(source, drive, item),
    )
    const held = await hold?.(() => undefined)
    try {
      const task = await tasks.begin(access, `${action}_across`, input, key)
      // It counts when the first of it is brought over.
      held?.keep()
      return task
    } catch (error) {
      held?.end(false)
      throw error
    }
  }

  function openSource(person: Person, from: From, right: 'view' | 'edit'): Promise<Access> {
    if ('driveId' in from) return accesses.of(person, from.driveId, right)
    const visit = visits.read(from.visitToken)
    if (visit) return accesses.of(visit, undefined, right)
    throw new ServiceError('permission_denied', {
      description: 'from.visit_token is not valid or has ended: open the link again',
    })
  }
}

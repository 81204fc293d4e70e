import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Grants } from '../access/grants.ts'
import { findOpenNode } from '../access/open-node.ts'
import { allows, atMost, rightsOfRole } from '../access/rights.ts'
import type { HandOver } from '../across/hand-over.ts'
import type { Tell } from '../inbox/tell.ts'
import { findFullGrants, type KeptAccess, toKeptAccess } from './kept-access.ts'
import { deleteOffer, reopenOffer, takeOffer } from './offers.store.ts'

/** The part of an offer in the move that completes it. */
export function createHandOver({
  clock,
  people,
  grants,
  tell,
}: {
  clock: Clock
  people: PeopleDirectory
  grants: Grants
  tell: Tell
}): HandOver {
  return {
    async take({ writer, drive, now, actorId }, { from, offer }, task_id) {
      const key = { drive_id: from.driveId, id: offer.id }
      const isTaken = await takeOffer(writer, key, { task_drive_id: drive.id, task_id, now })
      if (!isTaken) throw offerIsOver()
      await tell.settle(writer, { sub: actorId, id: offer.id, state: 'accepted', at: now })
    },

    findGrants: (reader, drive, nodeIds) =>
      findFullGrants({ reader, people, now: clock.now() }, drive, nodeIds),

    async keepAccess(transaction, { from, offer }, copies) {
      const { writer, drive, actorId } = transaction
      const giver = { kind: 'person', sub: from.actorId } as const
      // They are told that it was accepted.
      const editor: KeptAccess = { grantee: giver, role: 'editor', isQuiet: true }
      for (const { id, isTop, grants: had } of copies) {
        const needNone = [from.actorId, actorId, drive.owner_sub]
        const kept = had.flatMap((grant) => toKeptAccess(grant, needNone) ?? [])
        if (isTop && offer.keepsEditing) kept.push(editor)
        const node = kept.length > 0 ? await findOpenNode(writer, drive, id) : undefined
        // In a team drive not everybody may share: its members have access there.
        if (!node || !allows(node.rights, 'share')) continue
        for (const access of kept) {
          if (atMost(access.role, node.rights) !== rightsOfRole(access.role)) continue
          // Many files may be shared with large groups: for these the news of the top is enough.
          const isQuiet = !isTop && access.grantee.kind === 'group'
          try {
            await grants.createIn(transaction, { nodeId: id, isQuiet, ...access })
          } catch (error) {
            // The drive has as many shares as it may, which is checked before anything is written. The files come all the same.
            if (!isServiceError(error, 'resource_exhausted')) throw error
          }
        }
      }
    },

    async end({ writer, drive, now, actorId }, { from, offer }, { taskId, as, copyId }) {
      const key = { drive_id: from.driveId, id: offer.id }
      if (as === 'void') {
        await deleteOffer(writer, key)
        await tell.forget(writer, actorId, offer.id)
      }
      if (as === 'open') {
        await reopenOffer(writer, key, taskId)
        await tell.settle(writer, { sub: actorId, id: offer.id, state: 'open', at: now })
      }
      if (as === 'done') {
        const copy = await findOpenNode(writer, drive, copyId)
        await tell.people(writer, [from.actorId], {
          kind: 'transfer_answered',
          driveId: drive.id,
          nodeId: copyId,
          at: now,
          actorSub: actorId,
          state: 'accepted',
          text: copy?.name,
        })
      }
    },
  }
}

/** One answer for an offer that was taken back, declined, has expired, or is worth nothing any more. */
export function offerIsOver(): ServiceError {
  return new ServiceError('not_found', { description: 'there is no such offer, or it is over' })
}

import type { FileLock } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader } from '../../db/database.ts'
import type { NodeLockRow } from '../../db/tables.ts'
import { toIsoTime } from '../../kernel/iso-time.ts'
import type { Access } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { endLocks, mayEnd } from '../access/hold-lock.ts'
import { ownerText } from '../access/locks.ts'
import { type OpenNode, openNode, openNodes } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'

/** What people see of the locks that programs hold, and how they end them. */
export interface Locks {
  list(access: Access, nodeId: string): Promise<FileLock[]>
  /** Returns how many have ended. */
  end(access: Access, nodeId: string): Promise<number>
}

export function createLocks({
  drives,
  people,
}: {
  drives: Drives
  people: Pick<PeopleDirectory, 'describePeople'>
}): Locks {
  return {
    list: (access, nodeId) =>
      drives.read(access, async (reader, drive) => {
        const node = await openNode(reader, drive, nodeId)
        return describe(reader, drive, node, await inTheWayOf(reader, drive, node))
      }),

    end: (access, nodeId) =>
      drives.transact(access, async (transaction) => {
        const { drive, writer } = transaction
        const node = await openNode(writer, drive, nodeId)
        const found = await inTheWayOf(writer, drive, node)
        const mine = found.filter((lock) => mayEnd(drive, node, lock))
        if (found.length > 0 && mine.length === 0) {
          throw new ServiceError('permission_denied', {
            description:
              'only who has taken a lock ends it, or the owner of the drive, or a manager of the team drive',
          })
        }
        await endLocks(transaction, mine)
        return mine.length
      }),
  }

  async function describe(
    reader: Reader,
    drive: OpenDrive,
    node: OpenNode,
    locks: readonly NodeLockRow[],
  ): Promise<FileLock[]> {
    const subs = [...new Set(locks.map(({ person_sub }) => person_sub))]
    const persons = subs.length === 0 ? [] : await people.describePeople(reader, subs)
    const ids = [...new Set(locks.map(({ node_id }) => node_id))]
    const seen = await openNodes(reader, drive, ids)
    return locks.map((lock) => {
      const { name = '', picture = null } = persons.find(({ sub }) => sub === lock.person_sub) ?? {}
      const file = seen.get(lock.node_id)
      const text = ownerText(lock.owner)
      return {
        ...(file && { file: { id: file.id, name: file.name, kind: file.kind } }),
        holder: { sub: lock.person_sub, name, ...(picture !== null && { picture }) },
        ...(text !== '' && { owner_text: text }),
        shared: lock.is_shared === 1,
        deep: lock.is_deep === 1,
        created_time: toIsoTime(lock.created_at),
        expires_time: toIsoTime(lock.expires_at),
        can_end: mayEnd(drive, node, lock),
      }
    })
  }
}

/** Below a folder only those that the caller sees: what others sent to a drop folder does not exist for them. */
async function inTheWayOf(
  reader: Reader,
  drive: OpenDrive,
  node: OpenNode,
): Promise<NodeLockRow[]> {
  const { locks } = drive
  if (!locks) return []
  const covering = await locks.covering(reader, node.id)
  const below = node.kind === 'folder' ? await locks.below(reader, node.id) : []
  const seen = await openNodes(reader, drive, [...new Set(below.map(({ node_id }) => node_id))])
  return [...covering, ...below.filter(({ node_id }) => seen.has(node_id))]
}

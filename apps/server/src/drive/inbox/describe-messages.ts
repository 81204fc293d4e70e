import { type InboxMessage, OFFER_DAYS } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import type { DescribedPerson, PeopleDirectory } from '../../account/index.ts'
import type { Database } from '../../db/database.ts'
import type { InboxMessageRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { toIsoTime } from '../../kernel/iso-time.ts'
import type { Drives } from '../access/drives.ts'
import { openNodes } from '../access/open-node.ts'
import { allows } from '../access/rights.ts'

type File = NonNullable<InboxMessage['file']>

/**
 * Messages as the wire shows them to the person whom they are for, in their order. What a message is about is looked up
 * as any other call would, at this moment: a name that the person does not see any more is not shown.
 */
export type DescribeMessages = (
  sub: string,
  rows: readonly InboxMessageRow[],
) => Promise<InboxMessage[]>

export function createDescribeMessages({
  db,
  clock,
  drives,
  people,
}: {
  db: Database
  clock: Clock
  drives: Drives
  people: PeopleDirectory
}): DescribeMessages {
  /** What the person sees of what is in one drive, and may see told of it. */
  async function findFiles(
    sub: string,
    driveId: string,
    rows: readonly InboxMessageRow[],
  ): Promise<[id: string, file: File][]> {
    const access = { driveId, actor: { kind: 'person', sub }, right: 'view' } as const
    try {
      return await drives.read(access, async (reader, drive) => {
        const ids = [...new Set(rows.map(({ node_id }) => node_id))]
        const nodes = await openNodes(reader, drive, ids)
        return rows.flatMap(({ id, kind, node_id }) => {
          const node = nodes.get(node_id)
          const right = FOR_MANAGERS.has(kind) ? 'share' : 'view'
          if (!node || node.trashed_at !== null || !allows(node.rights, right)) return []
          const name = node.id === drive.root_id ? (drive.name ?? node.name) : node.name
          return [[id, { id: node.id, name, kind: node.kind }]]
        })
      })
    } catch (error) {
      if (isServiceError(error, 'not_found')) return []
      throw error
    }
  }

  return async (sub, rows) => {
    const files = new Map<string, File>()
    for (const [driveId, some] of Map.groupBy(rows, ({ drive_id }) => drive_id)) {
      for (const [id, file] of await findFiles(sub, driveId, some)) files.set(id, file)
    }
    const subs = [...new Set(rows.flatMap(({ actor_sub }) => actor_sub ?? []))]
    const found = await db.read((reader) => people.describePeople(reader, subs))
    const names = new Map(found.map((person) => [person.sub, person]))
    return rows.map((row) => toMessage(row, files.get(row.id), names, clock.now()))
  }
}

/** What visitors sent and others asked for is told to those who may share the node. */
const FOR_MANAGERS: ReadonlySet<InboxMessage['kind']> = new Set(['drop_arrived', 'access_asked'])

function toMessage(
  row: InboxMessageRow,
  file: File | undefined,
  names: ReadonlyMap<string, DescribedPerson>,
  now: number,
): InboxMessage {
  const isHidden = !file && FOR_MANAGERS.has(row.kind)
  return {
    id: row.id,
    kind: row.kind,
    created_time: toIsoTime(row.created_at),
    read: row.read_at !== null,
    drive_id: row.drive_id,
    ...(row.actor_sub !== null && { actor: toPerson(row.actor_sub, names) }),
    ...(file && { file }),
    ...(row.role !== null && { role: row.role }),
    ...(row.amount !== null && { count: row.amount }),
    ...(row.senders !== null && !isHidden && { senders: JSON.parse(row.senders) as string[] }),
    ...(row.text !== null && !isHidden && { text: row.text }),
    ...(row.state !== null && { state: isExpired(row, now) ? 'expired' : row.state }),
  }
}

/** An offer that nobody has answered in time. */
function isExpired({ kind, state, created_at }: InboxMessageRow, now: number): boolean {
  return kind === 'transfer_offered' && state === 'open' && created_at + OFFER_MS <= now
}

const OFFER_MS = OFFER_DAYS * 86_400_000

/** Somebody who is gone has no name any more. */
function toPerson(sub: string, names: ReadonlyMap<string, DescribedPerson>) {
  const { name = '', picture = null } = names.get(sub) ?? {}
  return { sub, name, ...(picture !== null && { picture }) }
}

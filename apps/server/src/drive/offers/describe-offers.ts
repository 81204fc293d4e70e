import type { Offer } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Database } from '../../db/database.ts'
import type { OfferRow } from '../../db/tables.ts'
import { toIsoTime } from '../../kernel/iso-time.ts'
import type { Person } from '../access/actor.ts'
import type { Drives } from '../access/drives.ts'
import { openNodes } from '../access/open-node.ts'

type File = NonNullable<Offer['file']>

/** Offers as the wire shows them to one of the two, in their order; with names as that person sees them now. */
export type DescribeOffers = (person: Person, rows: readonly OfferRow[]) => Promise<Offer[]>

export function createDescribeOffers({
  db,
  drives,
  people,
}: {
  db: Database
  drives: Drives
  people: PeopleDirectory
}): DescribeOffers {
  async function findFiles(
    actor: Person,
    driveId: string,
    rows: readonly OfferRow[],
  ): Promise<File[]> {
    try {
      return await drives.read({ driveId, actor, right: 'view' }, async (reader, drive) => {
        const ids = rows.map(({ node_id }) => node_id)
        const nodes = [...(await openNodes(reader, drive, ids)).values()]
        return nodes
          .filter(({ trashed_at }) => trashed_at === null)
          .map(({ id, name, kind }) => ({ id, name, kind }))
      })
    } catch (error) {
      if (isServiceError(error, 'not_found')) return []
      throw error
    }
  }

  return async (person, rows) => {
    const files = new Map<string, File>()
    for (const [driveId, some] of Map.groupBy(rows, ({ drive_id }) => drive_id)) {
      for (const file of await findFiles(person, driveId, some)) files.set(file.id, file)
    }
    const subs = [...new Set(rows.flatMap(({ from_sub, to_sub }) => [from_sub, to_sub]))]
    const found = await db.read((reader) => people.describePeople(reader, subs))
    const toPerson = (sub: string) => {
      const { name = '', picture = null } = found.find((one) => one.sub === sub) ?? {}
      return { sub, name, ...(picture !== null && { picture }) }
    }
    return rows.map((row) => {
      const file = files.get(row.node_id)
      return {
        id: row.id,
        drive_id: row.drive_id,
        ...(file && { file }),
        from: toPerson(row.from_sub),
        to: toPerson(row.to_sub),
        ...(row.note !== null && { note: row.note }),
        keep_editing: row.keeps_editing === 1,
        created_time: toIsoTime(row.created_at),
        expires_time: toIsoTime(row.expires_at),
      }
    })
  }
}

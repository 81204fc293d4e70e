import { ServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Database } from '../../db/database.ts'
import type { Actor } from '../access/actor.ts'

/**
 * What was handed over moves on behalf of whoever gave it, and the task belongs to whoever accepted it. An account that is frozen
 * meanwhile gives nothing more.
 */
export async function requireActiveGiver(
  { db, people }: { db: Database; people: Pick<PeopleDirectory, 'isActive'> },
  giver: Actor,
): Promise<void> {
  if (giver.kind !== 'person') return
  if (await db.read((reader) => people.isActive(reader, giver.sub))) return
  throw new ServiceError('permission_denied', {
    description: 'the account that handed this over is no longer active',
  })
}

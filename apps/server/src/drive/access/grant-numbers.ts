import type { Database } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import type { Random } from '../../kernel/id.ts'
import { listGrantNumbers, setGrantNumber } from './grants.store.ts'

/** Clients read it as a whole number of 32 bits with a sign. */
const MAX_NUMBER = 2 ** 31 - 1

/**
 * The numbers of some grants of a drive, by their ids. A grant gets one when it is first asked for. It is chosen at random: a
 * number that was used before would let a client that remembers it change what it never saw.
 */
export async function numberGrants(
  { db, random }: { db: Database; random: Random },
  driveId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const read = () => db.read((reader) => listGrantNumbers(reader, driveId, ids))
  let known = await read()
  const missing = known.filter(({ number }) => number == null)
  for (const { id } of missing) await giveNumber(id)
  if (missing.length > 0) known = await read()
  return new Map(known.flatMap(({ id, number }) => (number == null ? [] : [[id, number] as const])))

  async function giveNumber(id: string): Promise<void> {
    for (let tries = 0; ; tries++) {
      const number = 1 + random.integer(MAX_NUMBER)
      try {
        return await db.write((writer) => setGrantNumber(writer, { drive_id: driveId, id }, number))
      } catch (error) {
        // Another grant has it.
        if (!isUniqueViolation(error) || tries === MAX_TRIES) throw error
      }
    }
  }
}

const MAX_TRIES = 10

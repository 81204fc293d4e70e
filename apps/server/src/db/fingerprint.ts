import type { Clock } from '../kernel/clock.ts'
import { createId, type Random } from '../kernel/id.ts'
import type { Database, Writer } from './database.ts'
import { deleteFingerprint, findFingerprint, insertFingerprint } from './fingerprint.store.ts'

export { FINGERPRINT } from './fingerprint.store.ts'

/**
 * A value that stays as long as the server only goes forward. Where it has gone back, to a backup or to an
 * earlier moment, there is another one, and clients keep newer files of theirs instead of deleting them.
 */
export interface Fingerprint {
  read(): Promise<string>
}

export function createFingerprint(options: {
  db: Database
  clock: Clock
  random: Random
}): Fingerprint {
  const { db, clock, random } = options
  return {
    async read() {
      const known = await db.read(findFingerprint)
      if (known !== undefined) return known
      const made = createId(random, clock.now())
      return db.write(async (writer) => {
        await insertFingerprint(writer, made)
        return (await findFingerprint(writer)) ?? made
      })
    },
  }
}

/** In the transaction of a restore: the next read makes a new one. */
export async function forgetFingerprint(writer: Writer): Promise<void> {
  await deleteFingerprint(writer)
}

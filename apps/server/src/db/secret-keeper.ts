import type { Clock } from '../kernel/clock.ts'
import type { SecretKeeper } from '../kernel/secret-keeper.ts'
import type { Database } from './database.ts'
import { insertSecretIfAbsent, readSecret } from './secrets.store.ts'

/** Keeps the generated keys in the database, for processes that share one. */
export function createSecretKeeper(db: Database, clock: Clock): SecretKeeper {
  return {
    place: 'the table secrets',
    read: (name) => db.read((reader) => readSecret(reader, name)),
    createIfAbsent: (name, value) =>
      db.write((writer) => insertSecretIfAbsent(writer, name, value, clock.now())),
  }
}

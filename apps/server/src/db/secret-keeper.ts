import type { Clock } from '../kernel/clock.ts'
import type { SecretKeeper } from '../kernel/secret-keeper.ts'
import type { Database } from './database.ts'
import { deleteSecret, insertSecretIfAbsent, readSecret, readSecretNames } from './secrets.store.ts'

/** Keeps the generated keys in the database, for processes that share one. */
export function createSecretKeeper(db: Database, clock: Clock): SecretKeeper {
  return {
    place: 'the table secrets',
    read: (name) => db.read((reader) => readSecret(reader, name)),
    createIfAbsent: (name, value) =>
      db.write((writer) => insertSecretIfAbsent(writer, name, value, clock.now())),
    list: (prefix) => db.read((reader) => readSecretNames(reader, prefix)),
    remove: (name) => db.write((writer) => deleteSecret(writer, name)),
  }
}

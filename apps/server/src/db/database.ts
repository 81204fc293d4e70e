import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** A handle that can look and nothing else: the compiler refuses an insert through it. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'selectNoFrom' | 'fn'>

/** A handle inside one transaction. Whoever can write can also look. */
export type Writer = Reader &
  Pick<Kysely<Tables>, 'insertInto' | 'updateTable' | 'deleteFrom'> & {
    /** Runs after the transaction is durable, never when it is rolled back. */
    afterCommit(effect: () => void): void
  }

/**
 * The contract of both databases. `write` resolves only when its changes are durable. On SQLite,
 * writes that wait together share one transaction and one fsync, each inside its own savepoint;
 * a failing one undoes itself alone. A write must not wait for anything but the database.
 */
export interface Database extends AsyncDisposable {
  readonly kind: 'sqlite' | 'postgres'
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /** For reads that scan: off the event loop on SQLite. */
  readLong<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  write<T>(work: (writer: Writer) => Promise<T>): Promise<T>
}

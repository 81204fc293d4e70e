/**
 * Where generated keys lie: files in the data folder, or a table when several processes share one
 * PostgreSQL.
 */
export interface SecretKeeper {
  /** For messages, e.g. the folder's path. */
  readonly place: string
  read(name: string): Promise<string | undefined>
  /** Keeps the value durably, unless there is one: the first of two racing processes wins. */
  createIfAbsent(name: string, value: string): Promise<void>
  /** The names that begin so, in any order. */
  list(prefix: string): Promise<string[]>
  /** Nothing happens when it is gone already. */
  remove(name: string): Promise<void>
}

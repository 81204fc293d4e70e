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
}

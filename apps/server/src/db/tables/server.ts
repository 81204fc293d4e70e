/** The latest run of a command. */
export interface UpkeepRow {
  name: 'backup' | 'check'
  ran_at: number
  /** JSON. */
  found: string
}

/** What is counted for the whole server. */
export interface CounterRow {
  name: 'node_numbers'
  /** The first that was not taken. */
  value: number
}

/** What the server knows of itself; it is no secret. */
export interface ServerValueRow {
  name: 'fingerprint'
  value: string
}

/** Generated keys, when several processes share one PostgreSQL. */
export interface SecretRow {
  name: string
  value: string
  created_at: number
}

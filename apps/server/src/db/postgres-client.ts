import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'

/** A connection with a name of its own, by which the database can be asked what it does for it. */
export class PostgresClient extends pg.Client {
  /** As its `application_name`. */
  readonly name: string

  constructor(config: pg.ClientConfig & { connectionString: string }) {
    const name = `awan ${randomBytes(6).toString('hex')}`
    super({
      ...config,
      connectionString: withoutName(config.connectionString),
      application_name: name,
      keepAlive: true,
    })
    this.name = name
    // A connection that dies fails its query; without a listener it would end the process.
    this.on('error', () => undefined)
  }
}

/**
 * Closes a connection in whatever state it is: what is unanswered on it fails, with this error if there is one, and
 * the database undoes its work.
 */
export function cut(client: pg.ClientBase, error?: Error): void {
  socketOf(client).destroy(error)
}

/** A goodbye waits for the answers to all that was sent before it, and not for ever. */
export async function endClient(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => cut(client), GOODBYE_MS)
  try {
    await client.end()
  } finally {
    clearTimeout(timer)
  }
}

export function socketOf(client: pg.ClientBase): Socket {
  return (client as pg.ClientBase & { connection: { stream: Socket } }).connection.stream
}

/** A name in the address would take the place of ours. */
function withoutName(connectionString: string): string {
  const url = new URL(connectionString)
  if (!url.searchParams.has('application_name')) return connectionString
  url.searchParams.delete('application_name')
  return url.href
}

const GOODBYE_MS = 1_000

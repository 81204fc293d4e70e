import type { EventEnvelope } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import { selectHistory } from '../events/events.ts'

type Envelope = EventEnvelope<Record<string, unknown>>

/** What happened to an account, told to its owner and nobody else. */
export interface History {
  read(
    sub: string,
    page: { size: number; token: string | undefined },
  ): Promise<{ events: Envelope[]; nextPageToken: string | undefined }>
}

export function createHistory({ db }: { db: Database }): History {
  return {
    async read(sub, { size, token }) {
      const before = token === undefined ? undefined : parsePageToken(token)
      // The token says only where to go on; whose events they are, the caller's session says.
      const rows = await db.read((reader) =>
        selectHistory(reader, sub, { before, limit: size + 1 }),
      )
      const shown = rows.slice(0, size)
      return {
        events: shown.map(({ envelope }) => JSON.parse(envelope) as Envelope),
        nextPageToken: rows.length > size ? shown.at(-1)?.id : undefined,
      }
    },
  }
}

/** The id of the last event of the page before; ids begin with their time. */
function parsePageToken(id: string): { id: string; at: number } {
  if (!/^[0-9a-z]{25}$/.test(id)) {
    throw new ServiceError('invalid_argument', {
      description: 'page_token is not valid; leave it out to start at the first page',
    })
  }
  return { id, at: Number.parseInt(id.slice(0, ID_TIME_LENGTH), 36) }
}

const ID_TIME_LENGTH = 9

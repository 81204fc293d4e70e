import { ServiceError } from '@awan/protocol/errors'
import BetterSqlite3 from 'better-sqlite3'

/** What the disk under the database cannot do is no fault of the query: its caller is told so. */
export function toDiskRefusal(error: unknown): unknown {
  if (!(error instanceof BetterSqlite3.SqliteError)) return error
  if (error.code === 'SQLITE_FULL') {
    return new ServiceError('resource_exhausted', {
      description: 'the disk that holds the database is full',
      cause: error,
    })
  }
  if (!UNUSABLE.test(error.code)) return error
  return new ServiceError('unavailable', {
    description: `the disk that holds the database cannot be used (${error.code})`,
    cause: error,
  })
}

const UNUSABLE = /^SQLITE_(IOERR|READONLY|CANTOPEN)/

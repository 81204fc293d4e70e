import { ServiceError } from '@awan/protocol/errors'
import BetterSqlite3 from 'better-sqlite3'

/** A failure of the disk under the database is not an error of the query: the caller gets its own error. */
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

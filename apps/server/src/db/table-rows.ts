import { ServiceError } from '@awan/protocol/errors'
import type { AnyRow } from './all-tables.ts'

/** All rows of one table, in pages that fit into memory. */
export interface TableRows {
  table: string
  pages: AsyncIterable<AnyRow[]>
}

export function databaseIsFull(table: string): ServiceError {
  return new ServiceError('failed_precondition', {
    description: `the database is not empty: the table ${table} has rows`,
  })
}

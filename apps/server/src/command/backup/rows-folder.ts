import type { BlobRow } from '../../db/tables.ts'
import { isStored, type StoredContent } from './backup.store.ts'
import type { BackupFiles } from './backup-files.ts'
import { readRowsFile } from './rows-file.ts'

// A folder of rows within a backup: a file for each table, and one for the keys of the server, which
// lie in files of their own or in a table and may go from the one to the other.

export const KEYS_TABLE = 'secrets'

export function toRowsPath(rows: string, table: string): string {
  return `${rows}/${table}.jsonl.gz`
}

export function toKeysPath(rows: string): string {
  return `${rows}/keys.jsonl.gz`
}

/** The contents that the rows speak of and that do not lie among them. */
export async function* readStoredContents(
  files: BackupFiles,
  rows: string,
): AsyncIterable<StoredContent> {
  for await (const page of readRowsFile(files, toRowsPath(rows, 'blobs'))) {
    yield* (page as unknown as BlobRow[]).filter(isStored)
  }
}

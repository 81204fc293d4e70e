import { join } from 'node:path'
import { createTestFolder } from '../blobs/testing.ts'
import { copyMigratedSqlite } from '../db/testing.ts'

/** For a process that is killed and the next one on the same data: an empty database of which nothing is to be migrated. */
export async function createDataFolder(): Promise<string> {
  const folder = await createTestFolder()
  await copyMigratedSqlite(join(folder, 'awan.sqlite'))
  return folder
}

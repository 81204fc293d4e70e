import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe } from 'vitest'
import { createTestS3Options, hasTestS3 } from '../../src/blobs/testing.ts'
import type { Config } from '../../src/config/config.ts'
import {
  copyMigratedSqlite,
  type DatabaseContent,
  usePostgresDatabases,
} from '../../src/db/testing.ts'
import { Secret } from '../../src/kernel/secret.ts'

/** A data folder, a database and a blob store of one test's own. */
export type Backend = Pick<Config, 'dataDir' | 'database' | 'blobs'>

/** A server starts on tables that are there, unless a first start is what the test is about. */
type PrepareBackend = (content?: DatabaseContent) => Promise<Backend>

/** Runs the same journeys on what a family has and on what a company has. */
export function onEachBackend(define: (prepare: PrepareBackend) => void): void {
  describe('on SQLite and disk', () => {
    const createFolder = useTestFolders()
    define(async (content = 'migrated') => {
      const dataDir = await createFolder()
      const path = join(dataDir, 'awan.sqlite')
      if (content === 'migrated') await copyMigratedSqlite(path)
      return {
        dataDir,
        database: { kind: 'sqlite', path },
        blobs: { kind: 'disk', path: join(dataDir, 'blobs') },
      }
    })
  })
  onSharedBackend(define)
}

/** What several servers can stand on together. */
export function onSharedBackend(define: (prepare: PrepareBackend) => void): void {
  describe.skipIf(!hasTestS3)('on PostgreSQL and S3', () => {
    define(onPostgres(createTestS3Options))
  })
}

/** Also several servers whose contents lie in one folder. */
export function onEachSharedBackend(define: (prepare: PrepareBackend) => void): void {
  onSharedBackend(define)
  describe('on PostgreSQL and disk', () => {
    define(onPostgres((dataDir) => ({ kind: 'disk', path: join(dataDir, 'blobs') })))
  })
}

function onPostgres(blobsIn: (dataDir: string) => Backend['blobs']): PrepareBackend {
  const createFolder = useTestFolders()
  const { place } = usePostgresDatabases({ share: true })
  return async (content = 'migrated') => {
    const dataDir = await createFolder()
    const url = new Secret(await place(content))
    return { dataDir, database: { kind: 'postgres', url }, blobs: blobsIn(dataDir) }
  }
}

/** The same backend as settings, for a server in a process of its own. */
export function toEnv({ dataDir, database, blobs }: Backend): Record<string, string> {
  const env: Record<string, string> = { AWAN_DATA_DIR: dataDir }
  if (database.kind === 'postgres') env.AWAN_DATABASE_URL = database.url.reveal()
  if (blobs.kind === 's3') {
    const url = new URL(`s3://host/${blobs.bucket}/${blobs.prefix}`)
    url.host = new URL(blobs.endpoint ?? '').host
    url.username = blobs.accessKeyId ?? ''
    url.password = blobs.secretAccessKey?.reveal() ?? ''
    url.search = `?region=${blobs.region}&tls=false&path_style=true`
    env.AWAN_BLOBS_URL = url.href
  }
  return env
}

function useTestFolders(): () => Promise<string> {
  const folders: string[] = []
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
  })
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'awan-journey-'))
    folders.push(folder)
    return folder
  }
}

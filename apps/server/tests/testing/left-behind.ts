import { openBlobStore } from '../../src/blobs/open-blob-store.ts'
import type { Database } from '../../src/db/database.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { openSqlite } from '../../src/db/sqlite.ts'
import { findMiscounts } from '../../src/drive/testing-tree.ts'
import type { Backend } from './backends.ts'

/** What does not add up in the rows, whatever goes on. */
export async function findWrongRows(backend: Backend): Promise<string[]> {
  await using db = openAsItIs(backend)
  const { nodes, versions } = await db.read(async (reader) => ({
    nodes: await reader.selectFrom('nodes').select(['id', 'parent_id']).execute(),
    versions: await reader.selectFrom('versions').select(['id', 'node_id']).execute(),
  }))
  const known = new Set(nodes.map(({ id }) => id))
  const lost = versions.filter(({ node_id }) => !known.has(node_id))
  return [...(await findMiscounts({ db })), ...lost.map(({ id }) => `version ${id} has no node`)]
}

/** What should be there for a while only, and is still there when all of it has expired. */
export async function findLeftovers(backend: Backend): Promise<string[]> {
  await using db = openAsItIs(backend)
  await using blobs = await openBlobStore(backend.blobs)
  const rows = await db.read(async (reader) => ({
    uploads: await reader.selectFrom('uploads').select('id').execute(),
    blocks: await reader.selectFrom('upload_blocks').select('upload_id as id').execute(),
    'open tasks': await reader
      .selectFrom('tasks')
      .select('id')
      .where('ended_at', 'is', null)
      .execute(),
    'deleted nodes': await reader
      .selectFrom('nodes')
      .select('id')
      .where('deleted_by', 'is not', null)
      .execute(),
    'unused blobs': await reader.selectFrom('blobs').select('id').where('refs', '=', 0).execute(),
    promises: await reader
      .selectFrom('drives')
      .select('id')
      .where('reserved_bytes', '>', 0)
      .execute(),
  }))
  const left = Object.entries(rows).flatMap(([what, found]) =>
    found.map(({ id }) => `${what}: ${id}`),
  )
  const used = await db.read((reader) => reader.selectFrom('blobs').select('id').execute())
  const known = new Set(used.map(({ id }) => id))
  for await (const { id, state } of blobs.list()) {
    if (!known.has(id) || state === 'open') left.push(`${state} bytes: ${id}`)
  }
  return left
}

/** Without bringing it up to date: that is what the server has to do. */
function openAsItIs({ database }: Backend): Database {
  return database.kind === 'sqlite'
    ? openSqlite(database.path)
    : openPostgres(database.url.reveal(), { maxConnections: 1 })
}

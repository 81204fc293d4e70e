import type { BlobRow, NodeRow, VersionRow } from '../db/tables.ts'
import { plantedNode } from './nodes/testing.ts'
import type { TestDrive } from './testing.ts'

/**
 * Folders with files, as rows: how uploads get there is another test's matter. Each file has its own
 * content but every second one, which is the content of the one before; the bytes are not there.
 */
export async function plant(
  { db, drives, clock }: Pick<TestDrive, 'db' | 'drives' | 'clock'>,
  sub: string,
  parentId: string,
  { folders, files }: { folders: number; files: number },
): Promise<{ nodes: number; bytes: number }> {
  const { id: drive_id } = await drives.of(sub)
  const now = clock.now()
  const nodes: NodeRow[] = []
  const versions: VersionRow[] = []
  const blobs: BlobRow[] = []
  for (let f = 0; f < folders; f++) {
    const folderId = `${parentId}d${f}`
    // Every third lies in the one before.
    const parent_id = f % 3 === 2 ? `${parentId}d${f - 1}` : parentId
    const shared = { drive_id, now } as const
    nodes.push(plantedNode({ ...shared, id: folderId, parent_id, kind: 'folder', name: `d ${f}` }))
    for (let i = 0; i < files; i++) {
      const id = `${folderId}f${i}`
      const size = 10 + i
      if (i % 2 === 0) {
        blobs.push({
          drive_id,
          id: `${id}b`,
          size,
          hash: `b3:${id}`,
          refs: 0,
          draft: '{}',
          created_at: now,
          unused_since: null,
        })
      }
      const blob = blobs.at(-1) as BlobRow
      blob.refs++
      const content = { version_id: id, size: blob.size, mime_type: null, modified_at: now }
      const file = { id, parent_id: folderId, kind: 'file', name: `f ${i}.txt` } as const
      nodes.push(plantedNode({ ...shared, ...file, ...content }))
      versions.push({
        drive_id,
        id,
        node_id: id,
        blob_id: blob.id,
        size: blob.size,
        hash: blob.hash ?? '',
        created_at: now,
        name: null,
        created_by: sub,
      })
    }
  }
  const bytes = versions.reduce((sum, { size }) => sum + size, 0)
  await db.write(async (writer) => {
    const insert = async (table: 'blobs' | 'nodes' | 'versions', rows: readonly object[]) => {
      for (let at = 0; at < rows.length; at += 400) {
        await writer
          .insertInto(table)
          .values(rows.slice(at, at + 400) as never)
          .execute()
      }
    }
    await insert('blobs', blobs)
    await insert('nodes', nodes)
    await insert('versions', versions)
    await writer
      .updateTable('drives')
      .set((drive) => ({ used_bytes: drive('used_bytes', '+', bytes) }))
      .where('id', '=', drive_id)
      .execute()
  })
  return { nodes: nodes.length, bytes }
}

/** The paths of all that is below a folder, and of each file its content, in the order of paths. */
export async function pathsBelow(
  { db }: Pick<TestDrive, 'db'>,
  folderId: string,
): Promise<string[]> {
  const all = await db.read((reader) =>
    reader.selectFrom('nodes').select(['id', 'parent_id', 'kind', 'name']).execute(),
  )
  const byParent = Map.groupBy(all, ({ parent_id }) => parent_id)
  const paths = (parentId: string, above: string): string[] =>
    (byParent.get(parentId) ?? []).flatMap(({ id, kind, name }) =>
      kind === 'folder' ? [`${above}${name}/`, ...paths(id, `${above}${name}/`)] : above + name,
    )
  return paths(folderId, '').sort()
}

/** What does not add up: references of blobs, bytes of drives, nodes and versions that hang in the air. */
export async function findMiscounts({ db }: Pick<TestDrive, 'db'>): Promise<string[]> {
  const { drives, nodes, versions, blobs } = await db.read(async (reader) => ({
    drives: await reader.selectFrom('drives').selectAll().execute(),
    nodes: await reader.selectFrom('nodes').selectAll().execute(),
    versions: await reader.selectFrom('versions').selectAll().execute(),
    blobs: await reader.selectFrom('blobs').selectAll().execute(),
  }))
  const wrong: string[] = []
  const known = new Set(nodes.map(({ id }) => id))
  const versionIds = new Set(versions.map(({ id }) => id))
  for (const { id, used_bytes } of drives) {
    const own = versions.filter(({ drive_id }) => drive_id === id)
    const bytes = own.reduce((sum, { size }) => sum + size, 0)
    if (bytes !== used_bytes) wrong.push(`drive ${id} holds ${bytes} and says ${used_bytes}`)
  }
  const refs = Map.groupBy(versions, ({ blob_id }) => blob_id)
  for (const blob of blobs) {
    const count = refs.get(blob.id)?.length ?? 0
    if (count !== blob.refs) wrong.push(`blob ${blob.id} has ${count} and says ${blob.refs}`)
    // What is still being written waits for its upload.
    const isUnused = count === 0 && blob.hash !== null
    if (isUnused !== (blob.unused_since !== null)) wrong.push(`blob ${blob.id} is not unused`)
  }
  for (const { id, parent_id, version_id } of nodes) {
    if (parent_id !== null && !known.has(parent_id)) wrong.push(`node ${id} has no parent`)
    if (version_id !== null && !versionIds.has(version_id)) wrong.push(`node ${id} has no content`)
  }
  return wrong
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Writer } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import type { NodeRow, VersionRow } from '../../src/db/tables.ts'
import { toSearchName } from '../../src/drive/nodes/search-name.ts'
import { plantedNode } from '../../src/drive/nodes/testing.ts'
import { insertTerms } from '../../src/drive/nodes/tree.ts'
import { Secret } from '../../src/kernel/secret.ts'

const ROWS_PER_WRITE = 5_000
/** Nobody waits behind these writes: a machine that is busy is given the time that it needs. */
const WRITE_MS = 120_000
/** PostgreSQL takes 65,535 values in a statement, and a node has about twenty. */
const ROWS_PER_STATEMENT = 1_000
const SIZE = 4_000
/** More than a folder has files. */
const NUMBERS_APART = 10_000_000
const BLOB_ID = 'planted'
const HASH = createHash('sha256').update('planted').digest('hex')

/**
 * Run beside no server: `plant-folders.ts DATABASE OWNER FOLDERS FILES` puts so many folders of so many
 * files into the top folder of a person's drive, as rows. All files share one content, of which only the
 * row is there. Their names can be looked for at once, so that a server that starts on them has nothing
 * to catch up on. A million are in place within a minute or two, which no upload could do.
 */
const [database = '', ownerSub = '', folders = '', files = ''] = process.argv.slice(2)
const db = await openDatabase(
  database.startsWith('postgres')
    ? { kind: 'postgres', url: new Secret(database) }
    : { kind: 'sqlite', path: database },
  { timeLimits: { writeMs: WRITE_MS } },
)
await plantFolders(db, Number(folders), Number(files))
await db[Symbol.asyncDispose]()

async function plantFolders(db: Database, folders: number, files: number): Promise<void> {
  const drive = await db.read((reader) =>
    reader
      .selectFrom('drives')
      .selectAll()
      .where('owner_sub', '=', ownerSub)
      .executeTakeFirstOrThrow(),
  )
  const now = Date.now()
  const shared = { drive_id: drive.id, now }
  await db.write(async (writer) => {
    await writer
      .insertInto('blobs')
      .values({
        drive_id: drive.id,
        id: BLOB_ID,
        size: SIZE,
        hash: HASH,
        refs: folders * files,
        draft: '{}',
        created_at: now,
        unused_since: null,
      })
      .execute()
    const rows = Array.from({ length: folders }, (_, folder) => {
      const name = `Folder ${folder + 1}`
      const parent_id = drive.root_id
      const id = folderId(folder)
      return findable(plantedNode({ ...shared, id, parent_id, kind: 'folder', name }))
    })
    await writer.insertInto('nodes').values(rows).execute()
    await insertTerms(writer, rows)
    await writer
      .updateTable('drives')
      .set({ used_bytes: folders * files * SIZE })
      .where('id', '=', drive.id)
      .execute()
  })
  for (let at = 0; at < files; at += ROWS_PER_WRITE) {
    const end = Math.min(files, at + ROWS_PER_WRITE)
    await db.write((writer) => plantFiles(writer, shared, at, end))
    for (let folder = 1; folder < folders; folder++) {
      await db.write((writer) => repeatFiles(writer, drive.id, folder, at, end))
    }
  }
}

/** Files of the first folder; the others hold the same ones. */
async function plantFiles(
  writer: Writer,
  shared: { drive_id: string; now: number },
  start: number,
  end: number,
): Promise<void> {
  for (let at = start; at < end; at += ROWS_PER_STATEMENT) {
    const nodes: NodeRow[] = []
    const versions: VersionRow[] = []
    for (let file = at; file < Math.min(end, at + ROWS_PER_STATEMENT); file++) {
      const id = fileId(0, file)
      const { name, mime_type } = nameOf(file)
      const modified_at = shared.now - file * 60_000
      const content = { version_id: id, hash: HASH, size: SIZE, mime_type, modified_at }
      const place = { id, parent_id: folderId(0), kind: 'file', name } as const
      nodes.push(findable(plantedNode({ ...shared, ...place, ...content })))
      versions.push({
        drive_id: shared.drive_id,
        id,
        node_id: id,
        blob_id: BLOB_ID,
        size: SIZE,
        hash: HASH,
        created_at: shared.now,
        name: null,
        created_by: ownerSub,
      })
    }
    await writer.insertInto('nodes').values(nodes).execute()
    await writer.insertInto('versions').values(versions).execute()
    await insertTerms(writer, nodes)
  }
}

function findable(node: NodeRow): NodeRow {
  return { ...node, search_name: toSearchName(node.kind, node.name) }
}

async function repeatFiles(
  writer: Writer,
  driveId: string,
  folder: number,
  start: number,
  end: number,
): Promise<void> {
  const first = { id: fileId(0, start), end: fileId(0, end) }
  const renamed = (column: 'id' | 'node_id' | 'version_id') =>
    sql<string>`${sql.lit(folderId(folder))} || substr(${sql.ref(column)}, ${sql.lit(folderId(0).length + 1)})`
  await repeatRows(writer, 'nodes', {
    id: renamed('id'),
    version_id: renamed('version_id'),
    parent_id: sql.lit(folderId(folder)),
    number: sql`number + ${sql.lit(folder * NUMBERS_APART)}`,
  })
  await repeatRows(writer, 'versions', { id: renamed('id'), node_id: renamed('node_id') })
  const repeated = await writer
    .selectFrom('nodes')
    .select(['drive_id', 'id', 'search_name', 'touched_at'])
    .where('drive_id', '=', driveId)
    .where('id', '>=', fileId(folder, start))
    .where('id', '<', fileId(folder, end))
    .execute()
  await insertTerms(writer, repeated)

  async function repeatRows(
    writer: Writer,
    table: 'nodes' | 'versions',
    changed: Record<string, ReturnType<typeof sql>>,
  ): Promise<void> {
    const example = await writer
      .selectFrom(table)
      .selectAll()
      .where('drive_id', '=', driveId)
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow()
    const columns = Object.keys(example)
    await writer
      .insertInto(table)
      .columns(columns as never)
      .expression(
        writer
          .selectFrom(table)
          .select(
            columns.map((column) =>
              (changed[column] ?? sql`${sql.ref(column)}`).as(column),
            ) as never,
          )
          .where('drive_id', '=', driveId)
          .where('id', '>=', first.id)
          .where('id', '<', first.end) as never,
      )
      .execute()
  }
}

function folderId(folder: number): string {
  return `planted${String(folder).padStart(4, '0')}`
}

function fileId(folder: number, file: number): string {
  return `${folderId(folder)}f${String(file).padStart(8, '0')}`
}

/** As people have them: pictures of a camera, papers, notes. */
function nameOf(file: number): { name: string; mime_type: string } {
  switch (file % 4) {
    case 0:
      return { name: `Quarterly report ${file}.pdf`, mime_type: 'application/pdf' }
    case 1:
      return { name: `notes of ${file}.md`, mime_type: 'text/markdown' }
    default:
      return { name: `IMG_${String(file).padStart(6, '0')}.jpg`, mime_type: 'image/jpeg' }
  }
}

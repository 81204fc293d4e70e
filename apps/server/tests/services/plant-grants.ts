import { openDatabase } from '../../src/db/open-database.ts'
import type { GrantRow, NodeRow } from '../../src/db/tables.ts'
import { plantedNode } from '../../src/drive/nodes/testing.ts'

const GRANTS_PER_STATEMENT = 1_000

/**
 * Run beside no server: `plant-grants.ts DATABASE OWNER MEMBER FOLDER GRANTS DEPTH` puts a chain of so many folders into
 * a folder of the owner, and so many grants of theirs on its files. One of a hundred is for the member, the others are for
 * people who do not exist. It prints the id of the lowest folder.
 */
const [path = '', owner = '', member = '', folder = '', grants = '', depth = ''] =
  process.argv.slice(2)
const db = await openDatabase({ kind: 'sqlite', path })
const now = Date.now()
const { id: driveId } = await db.read((reader) =>
  reader.selectFrom('drives').select('id').where('owner_sub', '=', owner).executeTakeFirstOrThrow(),
)
const files = await db.read((reader) =>
  reader
    .selectFrom('nodes')
    .select('id')
    .where('drive_id', '=', driveId)
    .where('kind', '=', 'file')
    .orderBy('id', 'desc')
    .limit(Number(grants))
    .execute(),
)
const chain: NodeRow[] = []
for (let level = 0; level < Number(depth); level++) {
  const parent_id = chain.at(-1)?.id ?? folder
  const id = `deep${String(level).padStart(4, '0')}`
  const name = `Level ${level + 1}`
  chain.push(plantedNode({ drive_id: driveId, now, id, parent_id, kind: 'folder', name }))
}
const rows = files.map(({ id }, at): GrantRow => {
  const sub = at % 100 === 0 ? member : `nobody${at}`
  return {
    drive_id: driveId,
    id: `planted${String(at).padStart(8, '0')}`,
    node_id: id,
    grantee: `person:${sub}`,
    role: 'viewer',
    created_by: owner,
    created_at: now,
    expires_at: null,
    note: null,
    epoch: 1,
  }
})
await db.write(async (writer) => {
  if (chain.length > 0) await writer.insertInto('nodes').values(chain).execute()
  for (let at = 0; at < rows.length; at += GRANTS_PER_STATEMENT) {
    const some = rows.slice(at, at + GRANTS_PER_STATEMENT)
    await writer.insertInto('grants').values(some).execute()
  }
})
await db[Symbol.asyncDispose]()
process.stdout.write(chain.at(-1)?.id ?? folder)

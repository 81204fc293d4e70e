import { Readable } from 'node:stream'
import type { ConflictRule, GrantRole } from '@awan/protocol/drive'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { Database } from '../../db/database.ts'
import { createGrants } from '../access/grants.ts'
import { createVisits } from '../access/visits.ts'
import { packBundle, sentBundle } from '../bundles/testing.ts'
import { joinDrive, LINK_KEY, someBytes, type TestDriveOptions } from '../testing.ts'
import { createAcross, type From } from './across.ts'

/** A file that is stored as a blob of its own, and one that lies in a row. */
export const LARGE = someBytes(100_000)
export const SMALL = someBytes(10)

/** So short a file lies in a row. */
function sentAtOnce(bytes: Buffer) {
  const unknown = { mimeType: undefined, modifiedAt: undefined }
  const always = { ifMatch: undefined, ifNoneMatch: undefined }
  return { bytes: Readable.from([bytes]), sizeBytes: bytes.length, ...unknown, ...always }
}

/** Ana's album has a folder `trip` with two files, one of them in a folder of its own; Ben's drive is empty. */
export async function openAcross(
  db: Database,
  options: TestDriveOptions & { blobs?: BlobStore } = {},
) {
  const { blobs = createMemoryBlobStore(), ...rest } = options
  const drive = joinDrive(db, blobs, rest)
  const visits = createVisits({ ...drive, linkKey: LINK_KEY })
  const across = createAcross({ ...drive, visits })
  const grants = createGrants(drive)
  const ana = await drive.as('ana')
  const ben = await drive.as('ben')
  const folder = (name: string, parentId = 'root', sub = 'ana') =>
    drive.nodes.createFolder(sub, { parentId, name, conflict: 'fail' })
  /** Many of them in one transaction: `f0`, `f1` and so on. */
  const folders = async (count: number, parentId: string) => {
    const entries = Array.from({ length: count }, (_, at) => ({
      kind: 'folder' as const,
      path: `f${at}`,
    }))
    await drive.bundles.receive('ana', sentBundle(packBundle({ parent_id: parentId, entries }, [])))
  }
  const album = await folder('album')
  const trip = await folder('trip', album.id)
  const days = await folder('days', trip.id)
  await drive.upload('ana', 'large.bin', LARGE, { parentId: days.id })
  await drive.paths.put('ana', 'album/trip/small.txt', sentAtOnce(SMALL))

  const placing = (ids: string[], parentId = 'root', conflict: ConflictRule = 'rename') => ({
    ids,
    parentId,
    conflict,
  })
  const fromAna: From = { driveId: ana.driveId }
  /** Ben may do so much with what is Ana's. */
  const share = (role: GrantRole, nodeId = album.id) =>
    grants.create(ana, { nodeId, role, grantee: { kind: 'person', sub: 'ben' } })
  const end = async (task: { id: string }, sub = 'ben') => {
    await drive.runner.run()
    return drive.tasks.get(sub, task.id)
  }
  const names = async (sub: string, id = 'root') =>
    (await drive.nodes.list(sub, id, { size: 100, token: undefined })).nodes.map(({ name }) => name)
  const child = async (sub: string, name: string, parentId = 'root') => {
    const { nodes } = await drive.nodes.list(sub, parentId, { size: 100, token: undefined })
    return nodes.find((node) => node.name === name)?.id ?? ''
  }
  const trashed = async (sub: string) => {
    const rows = await db.read((reader) =>
      reader
        .selectFrom('nodes')
        .innerJoin('drives', 'drives.id', 'nodes.drive_id')
        .select('nodes.name')
        .where('drives.owner_sub', '=', sub)
        .where('nodes.trashed_at', 'is not', null)
        .orderBy('nodes.name')
        .execute(),
    )
    return rows.map(({ name }) => name)
  }
  const bytesOf = async (sub: string, id: string) =>
    Buffer.concat(await (await (await drive.downloads.open(sub, id)).read()).toArray())
  const errorsOf = ({ failures }: { failures: string }) =>
    (JSON.parse(failures) as { first: { error: string }[] }).first.map(({ error }) => error)

  return {
    ...drive,
    ...{
      drive,
      visits,
      across,
      grants,
      ana,
      ben,
      album,
      trip,
      days,
      folder,
      folders,
      placing,
      fromAna,
      share,
    },
    ...{ end, names, child, trashed, bytesOf, errorsOf },
  }
}

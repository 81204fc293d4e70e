import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { Writer } from '../../db/database.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { onEachDatabase, useSqliteFiles } from '../../db/testing.ts'
import { joinDrive, someBytes, type TestDrive } from '../testing.ts'
import { findProblems } from './testing.ts'

const bytes = someBytes(100_000)

/** A folder with a file in it, and a file beside it. */
async function fill(drive: TestDrive) {
  const folder = await drive.nodes.createFolder('ana', {
    parentId: 'root',
    name: 'Photos',
    conflict: 'fail',
  })
  const inside = await drive.upload('ana', 'inside.jpg', bytes, { parentId: folder.id })
  const beside = await drive.upload('ana', 'beside.txt', someBytes(70_000))
  return { folder: folder.id, inside: inside.id, beside: beside.id }
}

type Ids = Awaited<ReturnType<typeof fill>>

/** Each breaks a drive without losing anything, and names what is found. */
const mendable: [string, string[], (writer: Writer, ids: Ids) => Promise<unknown>][] = [
  [
    'a count of references',
    ['reference_count', 'reference_count'],
    (writer) => writer.updateTable('blobs').set({ refs: 7 }).execute(),
  ],
  [
    'a mark for collection',
    ['unused_mark', 'unused_mark'],
    (writer) => writer.updateTable('blobs').set({ unused_since: 1 }).execute(),
  ],
  [
    'the used bytes',
    ['used_bytes'],
    (writer) => writer.updateTable('drives').set({ used_bytes: 5 }).execute(),
  ],
  [
    'room that is promised to nobody',
    ['reserved_bytes'],
    (writer) => writer.updateTable('drives').set({ reserved_bytes: 5 }).execute(),
  ],
  [
    'the order of names',
    ['sort_key'],
    (writer, { beside }) =>
      writer.updateTable('nodes').set({ sort_key: 'x' }).where('id', '=', beside).execute(),
  ],
  [
    'the size of a file',
    ['file_size'],
    (writer, { inside }) =>
      writer.updateTable('nodes').set({ size: 3 }).where('id', '=', inside).execute(),
  ],
  [
    'the hash of a file',
    ['file_hash'],
    (writer, { inside }) =>
      writer.updateTable('nodes').set({ hash: 'x' }).where('id', '=', inside).execute(),
  ],
  [
    'the tags of a file',
    ['tag_list'],
    (writer, { inside }) =>
      writer.updateTable('nodes').set({ tag_list: 'red' }).where('id', '=', inside).execute(),
  ],
  [
    'the current version of a file',
    ['file_without_version'],
    (writer, { inside }) =>
      writer.updateTable('nodes').set({ version_id: null }).where('id', '=', inside).execute(),
  ],
  [
    'a folder that is a file',
    ['parent_no_folder'],
    (writer, { inside, beside }) =>
      writer.updateTable('nodes').set({ parent_id: beside }).where('id', '=', inside).execute(),
  ],
  [
    'a folder in itself',
    ['cycle'],
    (writer, { folder }) =>
      writer.updateTable('nodes').set({ parent_id: folder }).where('id', '=', folder).execute(),
  ],
  [
    'a deletion that nobody finishes',
    ['deletion_without_task'],
    (writer, { beside }) =>
      writer
        .updateTable('nodes')
        .set({ deleted_by: 'nobody', parent_id: null })
        .where('id', '=', beside)
        .execute(),
  ],
]

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  test.each(mendable)('damage is found and repaired: %s', async (_, kinds, harm) => {
    const drive = await open()
    const ids = await fill(drive)
    await drive.db.write((writer) => harm(writer, ids))
    const { problems } = await findProblems(drive)
    expect(problems.map(({ kind }) => kind)).toEqual(kinds)
    const { problems: repaired, report } = await findProblems(drive, { repairs: true })
    expect(repaired.every(({ repair }) => repair === 'repaired')).toBe(true)
    expect(report.left).toBe(0)
    expect((await findProblems(drive)).problems).toEqual([])
  })

  test('a folder that contained itself is moved to "Recovered", with everything below it', async () => {
    const drive = await open()
    const { folder, inside } = await fill(drive)
    await drive.db.write((writer) =>
      writer.updateTable('nodes').set({ parent_id: folder }).where('id', '=', folder).execute(),
    )
    await findProblems(drive, { repairs: true })
    const { ancestors } = await drive.nodes.get('ana', inside)
    expect(ancestors.map(({ name }) => name)).toEqual(['', 'Recovered', 'Photos'])
  })

  test('a problem that cannot be repaired is reported as impossible to repair', async () => {
    const drive = await open()
    await fill(drive)
    await drive.db.write((writer) => writer.updateTable('versions').set({ hash: 'b3:x' }).execute())
    const { problems, report } = await findProblems(drive, { repairs: true })
    expect(problems.map(({ kind, repair }) => [kind, repair])).toEqual([
      // The row says again what the version says, right or wrong.
      ['file_hash', 'repaired'],
      ['file_hash', 'repaired'],
      ['version_differs', 'impossible'],
      ['version_differs', 'impossible'],
    ])
    expect(report.left).toBe(2)
  })
})

describe('damage that foreign keys normally prevent', () => {
  const { place, cleanUp } = useSqliteFiles()

  test('orphaned nodes, tags and versions are found all the same', async () => {
    const path = await place()
    const drive = joinDrive(cleanUp(openSqlite(path)), createMemoryBlobStore())
    const { folder, inside, beside } = await fill(drive)
    const raw = new BetterSqlite3(path)
    raw.pragma('foreign_keys = OFF')
    raw.prepare('insert into node_tags select drive_id, ?, ? from nodes limit 1').run('no', 'red')
    raw.prepare('delete from nodes where id = ?').run(folder)
    raw
      .prepare('delete from blobs where id = (select blob_id from versions where node_id = ?)')
      .run(beside)
    raw.close()

    const { problems } = await findProblems(drive)
    expect(problems.map(({ kind, files }) => [kind, files?.[0]])).toEqual([
      ['parent_missing', '…/inside.jpg'],
      ['tag_without_node', undefined],
      ['version_without_content', '/beside.txt'],
    ])
    await findProblems(drive, { repairs: true })
    const { problems: left } = await findProblems(drive)
    expect(left.map(({ kind }) => kind)).toEqual(['version_without_content'])
    const { ancestors } = await drive.nodes.get('ana', inside)
    expect(ancestors.map(({ name }) => name)).toEqual(['', 'Recovered'])
  })
})

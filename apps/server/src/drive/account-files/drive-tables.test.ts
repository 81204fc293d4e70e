import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { insertSamples, sampleRows, tableNames } from '../../db/testing-rows.ts'
import { joinDrive } from '../testing.ts'
import { carriedTables, type DriveTableName, driveTables } from './drive-tables.ts'
import { handOverDrive } from './hand-over-drive.ts'
import { removeDrive } from './remove-drive.ts'

const names = tableNames.filter((name) => 'drive_id' in sampleRows[name]) as DriveTableName[]

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  /** One row in each table, with a number that no other node has. */
  async function fill(db: Database): Promise<void> {
    await db.write(async (writer) => {
      await insertSamples(writer)
      await writer.updateTable('nodes').set({ number: 2 }).where('id', '=', 'node').execute()
    })
  }

  /** Which tables have rows of a drive. */
  async function tablesWith(db: Database, driveId: string): Promise<DriveTableName[]> {
    const found: DriveTableName[] = []
    for (const name of names) {
      const rows = await db.read((reader) =>
        reader
          .selectFrom(name as 'changes')
          .select('drive_id')
          .where('drive_id', '=', driveId)
          .execute(),
      )
      if (rows.length > 0) found.push(name)
    }
    return found
  }

  test('every table with a drive_id column is in the registry', () => {
    const known = [...driveTables.map(({ name }) => name), ...carriedTables]
    expect(known.toSorted()).toEqual(names.toSorted())
  })

  test('removing a drive deletes its rows in every table', async () => {
    const drive = await open()
    await fill(drive.db)
    expect((await tablesWith(drive.db, 'drive')).toSorted()).toEqual(names.toSorted())
    const deleted: string[] = []
    const blobs = { ...drive.blobs, delete: async (id: string) => void deleted.push(id) }
    await removeDrive({ db: drive.db, blobs }, sampleRows.drives.owner_sub)
    expect(await tablesWith(drive.db, 'drive')).toEqual([])
    expect(deleted).toEqual([sampleRows.blobs.id])
  })

  test('merging a drive into another moves or deletes its rows in every table', async () => {
    const drive = await open()
    await fill(drive.db)
    const target = await drive.drives.of('ana')
    const move = { from: sampleRows.drives.owner_sub, to: 'ana', folderName: 'Phone' }
    await drive.db.write((writer) => handOverDrive(drive, writer, move))
    const moved = await tablesWith(drive.db, target.id)
    for (const { name, merge } of driveTables) {
      if (merge === 'moves') expect(moved).toContain(name)
    }
    expect(moved).toEqual(expect.arrayContaining(['nodes', 'versions', 'blobs', 'text_queue']))
    // The words of a text are many: a chore deletes them, and they are read again for the other drive.
    expect(await tablesWith(drive.db, 'drive')).toEqual(['texts', 'text_terms', 'text_pieces'])
  })
})

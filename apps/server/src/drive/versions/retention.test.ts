import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { VersionRow } from '../../db/tables.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { addSharedVersions } from '../contents/contents.ts'
import { chargeQuota } from '../quota/quota.ts'
import { joinDrive, type TestDrive } from '../testing.ts'
import { versionChores } from './retention.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

onEachDatabase((openDatabase) => {
  async function open(): Promise<TestDrive> {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore())
    // Noon of a Thursday, with which the weeks since 1970 begin.
    const week = 7 * DAY_MS
    drive.clock.advance(week - (drive.clock.now() % week) + 12 * HOUR_MS)
    return drive
  }

  const thinOut = async (drive: TestDrive) => {
    for (const chore of versionChores(drive)) await chore.run()
  }

  /** The file held its content at these ages as well. */
  async function makeOld(drive: TestDrive, nodeId: string, ages: readonly number[]): Promise<void> {
    const { id: driveId } = await drive.drives.of('ana')
    const { node } = await drive.nodes.get('ana', nodeId)
    const current = await drive.db.read((reader) =>
      reader
        .selectFrom('versions')
        .selectAll()
        .where('id', '=', node.version_id)
        .executeTakeFirstOrThrow(),
    )
    const rows = ages.map(
      (age, n): VersionRow => ({
        ...current,
        id: `old${String(n).padStart(6, '0')}`,
        created_at: drive.clock.now() - age,
      }),
    )
    await drive.db.write(async (writer) => {
      for (let at = 0; at < rows.length; at += 500) {
        const some = rows.slice(at, at + 500)
        await chargeQuota(writer, driveId, some.length * node.size)
        await addSharedVersions(writer, driveId, some)
      }
    })
  }

  const agesOf = async (drive: TestDrive, nodeId: string) =>
    (await drive.versions.list('ana', nodeId, { size: 10_000, token: undefined })).versions.map(
      ({ version }) => (drive.clock.now() - version.created_at) / HOUR_MS,
    )

  test('all versions of the last day are kept, then one a day for 30 days, then one a week', async () => {
    const drive = await open()
    const { id } = await drive.upload('ana', 'a.txt', Buffer.from('abc'))
    const everyThreeHours = Array.from({ length: 60 * 8 }, (_, n) => (n + 1) * 3 * HOUR_MS)
    await makeOld(drive, id, everyThreeHours)
    await thinOut(drive)
    const ages = await agesOf(drive, id)
    const [day, month, later] = [
      ages.filter((age) => age < 24),
      ages.filter((age) => age >= 24 && age < 30 * 24),
      ages.filter((age) => age >= 30 * 24),
    ]
    expect(day).toEqual([0, 3, 6, 9, 12, 15, 18, 21])
    // At noon the last one of a day before is 15 hours old, and its days have 24.
    expect(month).toEqual([24, ...Array.from({ length: 29 }, (_, n) => 39 + n * 24)])
    expect(later.length).toBeGreaterThanOrEqual(4)
    expect(later.length).toBeLessThanOrEqual(6)
    const { used_bytes } = await drive.drives.of('ana')
    expect(used_bytes).toBe(ages.length * 3)
    await thinOut(drive)
    expect(await agesOf(drive, id)).toEqual(ages)
  })

  test('daily versions are thinned out to one a week, and every week keeps one', async () => {
    const drive = await open()
    const { id } = await drive.upload('ana', 'a.txt', Buffer.from('abc'))
    const daily = Array.from({ length: 29 }, (_, n) => (n + 1) * DAY_MS)
    await makeOld(drive, id, daily)
    for (let day = 0; day < 60; day++) {
      drive.clock.advance(DAY_MS)
      await thinOut(drive)
    }
    const ages = await agesOf(drive, id)
    const weeks = ages.map((age) => Math.floor((drive.clock.now() - age * HOUR_MS) / (7 * DAY_MS)))
    expect(new Set(weeks).size).toBe(weeks.length)
    const [newest = 0, oldest = 0] = [weeks[0], weeks.at(-1)]
    expect(weeks).toHaveLength(newest - oldest + 1)
  })

  test('named versions and the current version are kept, however old', async () => {
    const drive = await open()
    const { id } = await drive.upload('ana', 'a.txt', Buffer.from('abc'))
    await makeOld(drive, id, [1000, 2000, 3000, 4000])
    await drive.versions.rename('ana', id, 'old000002', 'As sent')
    drive.clock.advance(400 * DAY_MS)
    await thinOut(drive)
    const { versions } = await drive.versions.list('ana', id, { size: 10, token: undefined })
    expect(versions).toMatchObject([
      { isCurrent: true },
      { version: { id: 'old000002', name: 'As sent' } },
    ])
    const { seq } = await drive.drives.of('ana')
    await thinOut(drive)
    expect((await drive.drives.of('ana')).seq).toBe(seq)
  })

  test('thousands of old versions of one file are removed, and other files keep theirs', async () => {
    const drive = await open()
    const { id } = await drive.upload('ana', 'a.txt', Buffer.from('abc'))
    const other = await drive.upload('ana', 'b.txt', Buffer.from('b'))
    await makeOld(
      drive,
      id,
      Array.from({ length: 1700 }, (_, n) => 2 * DAY_MS + n),
    )
    await thinOut(drive)
    expect(await agesOf(drive, id)).toEqual([0, 48])
    expect(await agesOf(drive, other.id)).toEqual([0])
  })
})

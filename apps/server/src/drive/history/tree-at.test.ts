import { isServiceError } from '@awan/protocol/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { handOverDrive } from '../account-files/hand-over-drive.ts'
import { removeDrive } from '../account-files/remove-drive.ts'
import { joinDrive, refusal, type TestDrive } from '../testing.ts'
import { KEPT_FOR_MS } from './forget-changes.ts'
import { historySteps, OPERATION_NAMES, readTree, rebuildTree, recordTrees } from './testing.ts'

const COUNT = { sqlite: 600, postgres: 350 }
const MOMENTS = 200

onEachDatabase((openDatabase, kind) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  test('the tree at any past seq is rebuilt exactly', {
    timeout: 300_000,
  }, async () => {
    const drive = await open()
    const done: Record<string, number> = {}
    const trees = recordTrees(drive, 'ana')
    await trees.look()
    for (const { name, run } of await historySteps(drive, 'ana', {
      count: COUNT[kind],
      seed: 34,
    })) {
      try {
        await run()
        done[name] = (done[name] ?? 0) + 1
      } catch (error) {
        if (!isServiceError(error)) throw error
      }
      await trees.look()
    }
    await drive.runner.run()
    await trees.look()
    for (const name of OPERATION_NAMES) expect(done[name], name).toBeGreaterThan(2)
    const some = fc.shuffledSubarray([...trees.bySeq], { minLength: MOMENTS, maxLength: MOMENTS })
    const [moments = []] = fc.sample(some, { numRuns: 1, seed: 5 })
    for (const [seq, tree] of moments) {
      expect(await rebuildTree(drive, 'ana', seq), `at ${seq}`).toEqual(tree)
    }
  })

  test('each change of a transaction is a separate point in the history', async () => {
    const drive = await open()
    const folder = { parentId: 'root', name: 'a', conflict: 'fail' } as const
    const a = await drive.nodes.createFolder('ana', folder)
    const b = await drive.nodes.createFolder('ana', { ...folder, name: 'b' })
    const inA = await drive.upload('ana', 'x', Buffer.from('1'), { parentId: a.id })
    await drive.upload('ana', 'y', Buffer.from('2'), { parentId: b.id })
    await drive.tasks.begin('ana', 'delete', { ids: [a.id, b.id] })
    const { seq } = await drive.drives.of('ana')
    const paths = async (at: number) =>
      (await rebuildTree(drive, 'ana', at)).map(({ path }) => path)
    expect(await paths(seq - 2)).toEqual(['a', 'a/x', 'b', 'b/y'])
    // One of the two was first, and took with it what was in it.
    expect([
      ['a', 'a/x'],
      ['b', 'b/y'],
    ]).toContainEqual(await paths(seq - 1))
    expect(await paths(seq)).toEqual([])
    expect(
      await drive.db.read((reader) => reader.selectFrom('nodes').select('id').execute()),
    ).toHaveLength(1)
    expect((await rebuildTree(drive, 'ana', seq - 2))[1]).toMatchObject({
      versionId: inA.version_id,
    })
  })

  test('creating, starring or locking a file stores no old values in the change log', async () => {
    const drive = await open()
    const { id } = await drive.upload('ana', 'x', Buffer.from('1'))
    await drive.nodes.update('ana', id, { isStarred: true, conflict: 'fail' })
    const { id: driveId } = await drive.drives.of('ana')
    await drive.drives.transact(driveId, 'ana', async ({ recordChange }) =>
      recordChange({ locked: { id } }),
    )
    await drive.nodes.update('ana', id, { name: 'y', conflict: 'fail' })
    const rows = await drive.db.read((reader) => reader.selectFrom('changes').selectAll().execute())
    expect(rows).toMatchObject([
      {
        type: 'created',
        old_name: null,
        old_parent_id: null,
        old_version_id: null,
        old_size: null,
      },
      {
        type: 'updated',
        old_name: null,
        old_parent_id: null,
        old_version_id: null,
        old_size: null,
      },
      { type: 'locked', old_name: null, old_parent_id: null, old_version_id: null },
      { type: 'updated', old_name: 'x' },
    ])
    const pathAt = async (seq: number) =>
      (await rebuildTree(drive, 'ana', seq)).map(({ path }) => path)
    expect(await Promise.all([0, 1, 2, 3, 4].map(pathAt))).toEqual([[], ['x'], ['x'], ['x'], ['y']])
  })

  test('history older than a year is deleted, and earlier trees answer out_of_range', async () => {
    const drive = await open()
    await plantAndDelete(drive, 'old')
    const { seq: old } = await drive.drives.of('ana')
    drive.clock.advance(KEPT_FOR_MS - 5)
    await drive.cleanUp()
    expect(await rebuildTree(drive, 'ana', 2)).toMatchObject([{ path: 'old' }, { path: 'old/x' }])
    await plantAndDelete(drive, 'new')
    drive.clock.advance(10)
    await drive.cleanUp()
    const { history_from_seq: from } = await drive.drives.of('ana')
    expect(from).toBe(old)
    expect(await refusal(rebuildTree(drive, 'ana', from - 1))).toBe('out_of_range')
    expect(await rebuildTree(drive, 'ana', from)).toEqual([])
    expect(await rebuildTree(drive, 'ana', from + 2)).toMatchObject([
      { path: 'new' },
      { path: 'new/x' },
    ])
    const gone = await drive.db.read((reader) =>
      reader.selectFrom('gone_nodes').select('name').execute(),
    )
    expect(gone).toEqual([{ name: 'x' }])
    const { seq } = await drive.drives.of('ana')
    expect(await refusal(rebuildTree(drive, 'ana', seq + 1))).toBe('out_of_range')
  })

  test('the history of a drive starts at the last merge into it', async () => {
    const drive = await open()
    await drive.upload('ana', 'mine', Buffer.from('1'))
    await plantAndDelete(drive, 'theirs', 'guest')
    await drive.upload('guest', 'left', Buffer.from('1'))
    const move = { from: 'guest', to: 'ana', folderName: 'Guest' }
    await drive.db.write((writer) => handOverDrive(drive, writer, move))
    const { seq } = await drive.drives.of('ana')
    expect(await refusal(rebuildTree(drive, 'ana', seq - 1))).toBe('out_of_range')
    const merged = await rebuildTree(drive, 'ana', seq)
    expect(merged.map(({ path }) => path)).toEqual(['Guest', 'Guest/left', 'mine'])
    await drive.tasks.begin('ana', 'delete', { ids: merged.map(({ id }) => id) })
    await plantAndDelete(drive, 'later')
    expect(await rebuildTree(drive, 'ana', seq)).toEqual(merged)
  })

  test('a removed drive leaves no history', async () => {
    const drive = await open()
    await plantAndDelete(drive, 'old')
    await removeDrive(drive, 'ana')
    for (const table of ['changes', 'gone_nodes', 'drives'] as const) {
      expect(
        await drive.db.read((reader) => reader.selectFrom(table).selectAll().execute()),
      ).toEqual([])
    }
  })

  test('a past tree stays the same while the drive changes', async () => {
    const drive = await open()
    for (const { run } of await historySteps(drive, 'ana', { count: 60, seed: 3 })) {
      await run().catch(() => undefined)
    }
    const { seq } = await drive.drives.of('ana')
    const then = await readTree(drive, 'ana')
    const steps = await historySteps(drive, 'ana', { count: 60, seed: 4 })
    const writing = (async () => {
      for (const { run } of steps) await run().catch(() => undefined)
    })()
    for (let look = 0; look < 10; look++) {
      expect(await rebuildTree(drive, 'ana', seq)).toEqual(then)
    }
    await writing
    expect(await rebuildTree(drive, 'ana', seq)).toEqual(then)
  })
})

/** A folder with a file, which is deleted for good. */
async function plantAndDelete(drive: TestDrive, name: string, sub = 'ana'): Promise<void> {
  const folder = { parentId: 'root', name, conflict: 'fail' } as const
  const { id } = await drive.nodes.createFolder(sub, folder)
  await drive.upload(sub, 'x', Buffer.from(name), { parentId: id })
  await drive.tasks.begin(sub, 'delete', { ids: [id] })
  await drive.runner.run()
}

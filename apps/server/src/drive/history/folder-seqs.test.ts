import { setImmediate as nextTurn } from 'node:timers/promises'
import { isServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { systemAccess } from '../access/access.ts'
import { handOverDrive } from '../account-files/hand-over-drive.ts'
import { removeDrive } from '../account-files/remove-drive.ts'
import { joinDrive, type TestDrive } from '../testing.ts'
import { createFolderSeqs, folderSeqsChore, subtreeSeqs } from './folder-seqs.ts'
import { KEPT_FOR_MS } from './forget-changes.ts'
import { historySteps } from './testing.ts'

const COUNT = { sqlite: 180, postgres: 70 }

onEachDatabase((openDatabase, kind) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  test('a change raises the subtree seq of exactly its ancestors before and after it', {
    timeout: 200_000,
  }, async () => {
    const drive = await open()
    const chore = folderSeqsChore(drive)
    let before = await look(drive)
    let steps = 0
    for (const { run } of await historySteps(drive, 'ana', { count: COUNT[kind], seed: 21 })) {
      await run().catch((error) => {
        if (!isServiceError(error)) throw error
      })
      if (steps++ % 40 === 39) await writeAllDown(drive)
      if (steps % 90 === 0) await chore.run()
      const after = await look(drive)
      expect(raisedFolders(before, after)).toEqual(await expectedFolders(drive, before, after))
      before = after
    }
    // On a busy machine the last task may still be going on.
    await drive.runner.run()
    before = await look(drive)
    const { root_id } = await drive.drives.of('ana')
    const last = await drive.db.read((reader) =>
      reader
        .selectFrom('changes')
        .select('seq')
        .where('private_to', 'is', null)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst(),
    )
    expect(before.seqs.get(root_id)).toBe(last?.seq)
  })

  test('moving a folder raises the subtree seq of its old and its new ancestors', async () => {
    const drive = await open()
    const seqs = createFolderSeqs(drive)
    const folder = async (parentId: string, name: string) =>
      (await drive.nodes.createFolder('ana', { parentId, name, conflict: 'fail' })).id
    const { id: driveId, root_id } = await drive.drives.of('ana')
    const a = await folder('root', 'a')
    const b = await folder('root', 'b')
    const deep = await folder(a, 'deep')
    const other = await folder('root', 'other')
    const file = await drive.upload('ana', 'f', Buffer.from('1'), { parentId: deep })
    const of = async () =>
      Object.fromEntries(await seqs.of(systemAccess(driveId), [root_id, a, b, deep, other]))
    expect(await of()).toEqual({ [root_id]: 5, [a]: 5, [b]: 2, [deep]: 5, [other]: 4 })
    await drive.nodes.update('ana', deep, { parentId: b, conflict: 'fail' })
    expect(await of()).toEqual({ [root_id]: 6, [a]: 6, [b]: 6, [deep]: 6, [other]: 4 })
    // A star is one person's own, and no change of the folder.
    await drive.nodes.update('ana', file.id, { isStarred: true, conflict: 'fail' })
    expect(await of()).toEqual({ [root_id]: 6, [a]: 6, [b]: 6, [deep]: 6, [other]: 4 })
    await drive.nodes.update('ana', file.id, { description: 'new', conflict: 'fail' })
    expect(await of()).toEqual({ [root_id]: 8, [a]: 6, [b]: 8, [deep]: 8, [other]: 4 })
    await writeAllDown(drive)
    expect(await of()).toEqual({ [root_id]: 8, [a]: 6, [b]: 8, [deep]: 8, [other]: 4 })
    await drive.tasks.begin('ana', 'delete', { ids: [deep] })
    expect(await of()).toEqual({ [root_id]: 9, [a]: 6, [b]: 9, [other]: 4 })
  })

  test('a subtree seq never decreases during concurrent writes', {
    timeout: 300_000,
  }, async () => {
    const drive = await open()
    const steps = await historySteps(drive, 'ana', {
      count: kind === 'sqlite' ? 100 : 50,
      seed: 8,
    })
    let isOver = false
    const writing = (async () => {
      for (const { run } of steps) await run().catch(() => undefined)
    })().finally(() => {
      isOver = true
    })
    const counting = (async () => {
      while (!isOver) {
        await nextTurn()
        await writeAllDown(drive)
      }
    })()
    const reading = [1, 2, 3].map(async () => {
      const highest = new Map<string, number>()
      while (!isOver) {
        await nextTurn()
        for (const [id, seq] of (await look(drive)).seqs) {
          expect(seq).toBeGreaterThanOrEqual(highest.get(id) ?? 0)
          highest.set(id, seq)
        }
      }
      return highest.size
    })
    await Promise.all([writing, counting])
    for (const size of await Promise.all(reading)) expect(size).toBeGreaterThan(5)
  })

  test('reading subtree seqs after many changes stores them', async () => {
    const drive = await open()
    const { id: driveId, root_id } = await drive.drives.of('ana')
    const a = await drive.nodes.createFolder('ana', {
      parentId: 'root',
      name: 'a',
      conflict: 'fail',
    })
    await drive.drives.transact(driveId, 'ana', async ({ recordChange }) => {
      for (let n = 0; n < 5_000; n++) recordChange({ changed: a, set: {} })
    })
    const seqs = createFolderSeqs(drive)
    const { seq } = await drive.drives.of('ana')
    expect(await seqs.of(systemAccess(driveId), [a.id, root_id])).toEqual(
      new Map([
        [a.id, seq],
        [root_id, seq],
      ]),
    )
    expect((await drive.drives.of('ana')).folder_seqs_at).toBe(seq)
  })

  test('a folder keeps its subtree seq when the change is deleted from the log', async () => {
    const drive = await open()
    const seqs = createFolderSeqs(drive)
    const folder = { parentId: 'root', name: 'f', conflict: 'fail' } as const
    const { id, drive_id } = await drive.nodes.createFolder('ana', folder)
    await drive.upload('ana', 'x', Buffer.from('1'), { parentId: id })
    const before = await seqs.of(systemAccess(drive_id), [id])
    drive.clock.advance(KEPT_FOR_MS + 1)
    await drive.cleanUp()
    const kept = await drive.db.read((reader) =>
      reader.selectFrom('changes').select('seq').execute(),
    )
    expect(kept).toEqual([])
    expect(await seqs.of(systemAccess(drive_id), [id])).toEqual(before)
    expect(before.get(id)).toBe(2)
  })

  test('the folders of a merged drive get the seq of the merge, and a removed drive leaves no subtree seqs', async () => {
    const drive = await open()
    const folder = { parentId: 'root', name: 'f', conflict: 'fail' } as const
    const mine = await drive.nodes.createFolder('ana', folder)
    const theirs = await drive.nodes.createFolder('guest', folder)
    for (let n = 0; n < 5; n++) {
      await drive.nodes.update('guest', theirs.id, { name: `n${n}`, conflict: 'fail' })
    }
    await writeAllDown(drive)
    const guest = await drive.drives.of('guest')
    const move = { from: 'guest', to: 'ana', folderName: 'Guest' }
    await drive.db.write((writer) => handOverDrive(drive, writer, move))
    const { id, root_id, seq } = await drive.drives.of('ana')
    const seqs = createFolderSeqs(drive)
    const ids = [root_id, mine.id, guest.root_id, theirs.id]
    const merged = new Map([
      [root_id, seq],
      [mine.id, 1],
      [guest.root_id, seq],
      [theirs.id, seq],
    ])
    expect(await seqs.of(systemAccess(id), ids)).toEqual(merged)
    await writeAllDown(drive)
    expect(await seqs.of(systemAccess(id), ids)).toEqual(merged)
    await removeDrive(drive, 'ana')
    const left = await drive.db.read((reader) =>
      reader.selectFrom('folder_seqs').selectAll().execute(),
    )
    expect(left).toEqual([])
  })
})

interface Look {
  seq: number
  parents: Map<string, string | null>
  seqs: Map<string, number>
}

/** All folders of one moment. */
async function look(drive: TestDrive): Promise<Look> {
  const { id } = await drive.drives.of('ana')
  return drive.drives.read(systemAccess(id), async (reader, row) => {
    const nodes = await reader
      .selectFrom('nodes')
      .select(['id', 'parent_id', 'kind'])
      .where('drive_id', '=', id)
      .execute()
    const folders = nodes.filter(({ kind }) => kind === 'folder').map((node) => node.id)
    return {
      seq: row.seq,
      parents: new Map(nodes.map((node) => [node.id, node.parent_id])),
      seqs: await subtreeSeqs(reader, row, folders),
    }
  })
}

function raisedFolders(before: Look, after: Look): string[] {
  return [...after.seqs]
    .filter(([id, seq]) => seq !== (before.seqs.get(id) ?? 0))
    .map(([id]) => id)
    .sort()
}

/** Above what has changed, in the tree of before and in that of after. */
async function expectedFolders(drive: TestDrive, before: Look, after: Look): Promise<string[]> {
  const changed = await drive.db.read((reader) =>
    reader
      .selectFrom('changes')
      .select('node_id')
      .where('seq', '>', before.seq)
      .where('private_to', 'is', null)
      .execute(),
  )
  const chains = changed.flatMap(({ node_id }) =>
    [before.parents, after.parents].flatMap((parents) => {
      const chain: string[] = []
      for (let id: string | null | undefined = node_id; id; id = parents.get(id)) chain.push(id)
      return chain
    }),
  )
  return [...new Set(chains)].filter((id) => after.seqs.has(id)).sort()
}

/** As the chore does, however few changes there are. */
async function writeAllDown({ db }: TestDrive): Promise<void> {
  await folderSeqsChore({ db }, { behindBy: 0 }).run()
}

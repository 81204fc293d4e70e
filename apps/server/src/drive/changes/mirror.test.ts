import { isServiceError } from '@awan/protocol/errors'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { sortKey, sortType } from '../nodes/sort-key.ts'
import { toFile } from '../nodes/to-file.ts'
import { joinDrive, type TestDrive } from '../testing.ts'
import { createMirror } from './testing.ts'

/** One thing that a person does, chosen by two numbers; it may find that it cannot. */
type Operation = (drive: TestDrive, pick: number, other: number) => Promise<unknown>

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f']
const nameOf = (number: number) => NAMES[number % NAMES.length] ?? ''

/** Whatever changes a drive belongs here: one line, and the mirror must still be right. */
const OPERATIONS: Record<string, Operation> = {
  createFolder: async (drive, pick, other) =>
    drive.nodes.createFolder('ana', {
      parentId: await someFolder(drive, pick),
      name: nameOf(other),
      conflict: 'rename',
    }),
  upload: async (drive, pick, other) =>
    drive.upload('ana', nameOf(other), Buffer.from(String(pick)), {
      parentId: await someFolder(drive, pick),
      conflict: 'replace',
    }),
  rename: (drive, pick, other) => change(drive, pick, () => renamed(nameOf(other))),
  move: async (drive, pick, other) => {
    const parent_id = await someFolder(drive, other)
    return change(drive, pick, () => ({ parent_id }))
  },
  star: (drive, pick, other) => change(drive, pick, () => ({ starred_at: other })),
  trash: (drive, pick) =>
    change(drive, pick, () => ({ parent_id: null, trashed_at: 1, trashed_from: 'root' })),
  untrash: async (drive, pick) => {
    const { root_id } = await drive.drives.of('ana')
    return change(drive, pick, () => ({ parent_id: root_id, trashed_at: null }))
  },
  deleteForGood: (drive, pick) => deleteForGood(drive, pick),
}

/** More where a write costs less. */
const COUNT = { sqlite: 2_000, postgres: 300 }

onEachDatabase((openDatabase, kind) => {
  test('a client that follows only changes ends with exactly the tree of the server', {
    timeout: 120_000,
  }, async () => {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore())
    onTestFinished(() => drive.signals[Symbol.asyncDispose]())
    const root = (await drive.nodes.get('ana', 'root')).node
    const step = fc.tuple(
      fc.constantFrom(...Object.keys(OPERATIONS)),
      fc.nat({ max: 1000 }),
      fc.nat({ max: 1000 }),
    )
    const steps = fc.sample(step, { numRuns: COUNT[kind], seed: 6 })
    const begin = await drive.following.follow('ana', { cursor: undefined, size: 1, waitMs: 0 })
    const mirrors = [1, 7, 1000].map((size) => createMirror(drive, 'ana', begin.cursor, size))
    let done = 0
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let at = writer; at < steps.length; at += 4) {
        const [name, pick, other] = steps[at] ?? ['', 0, 0]
        // What cannot be done, for the name is taken or another was first, leaves nothing behind.
        await OPERATIONS[name]?.(drive, pick, other).then(() => done++, refuseUnknown)
        if (at % 3 === 0) await mirrors[at % 2]?.follow({ pages: 2 })
      }
    })
    await Promise.all(writers)
    expect(done).toBeGreaterThan(100)

    const rows = await drive.db.read((reader) =>
      reader.selectFrom('nodes').select('id').where('id', '<>', root.id).execute(),
    )
    const server = new Map<string, unknown>()
    for (const { id } of rows) server.set(id, toFile((await drive.nodes.get('ana', id)).node))
    expect(server.size).toBeGreaterThan(10)
    for (const mirror of mirrors) {
      await mirror.follow()
      expect(mirror.files).toEqual(server)
    }
  })
})

function refuseUnknown(error: unknown): void {
  if (isServiceError(error) || /unique|foreign key/i.test(String(error))) return
  throw error
}

async function someFolder(drive: TestDrive, pick: number): Promise<string> {
  const ids = await idsOf(drive, 'folder')
  return ids[pick % ids.length] ?? 'root'
}

async function idsOf(drive: TestDrive, kind?: 'folder'): Promise<string[]> {
  const { id: driveId } = await drive.drives.of('ana')
  return drive.db.read(async (reader) => {
    const rows = await reader
      .selectFrom('nodes')
      .select(['id', 'kind'])
      .where('drive_id', '=', driveId)
      .orderBy('id')
      .execute()
    return rows.filter((row) => kind === undefined || row.kind === kind).map(({ id }) => id)
  })
}

function renamed(name: string) {
  return { name, sort_key: sortKey('folder', name), type: sortType('folder', name) }
}

/** As a call that changes one row leaves it. */
async function change(
  drive: TestDrive,
  pick: number,
  fields: (id: string) => Record<string, unknown>,
): Promise<void> {
  const { id: driveId, root_id } = await drive.drives.of('ana')
  const ids = (await idsOf(drive)).filter((id) => id !== root_id)
  const id = ids[pick % ids.length]
  if (id === undefined) return
  await drive.drives.transact(driveId, 'ana', async ({ writer, recordChange }) => {
    const set = fields(id)
    if (set.parent_id === id) return
    const updated = await writer
      .updateTable('nodes')
      .set((node) => ({ ...set, revision: node('revision', '+', 1) }))
      .where('drive_id', '=', driveId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (updated) recordChange(id, 'updated')
  })
}

/** A leaf goes by itself; of a folder with something in it nothing goes. */
async function deleteForGood(drive: TestDrive, pick: number): Promise<void> {
  const { id: driveId, root_id } = await drive.drives.of('ana')
  const ids = (await idsOf(drive)).filter((id) => id !== root_id)
  const id = ids[pick % ids.length]
  if (id === undefined) return
  await drive.drives.transact(driveId, 'ana', async ({ writer, recordChange }) => {
    await writer.deleteFrom('versions').where('node_id', '=', id).execute()
    await writer.deleteFrom('nodes').where('id', '=', id).execute()
    recordChange(id, 'deleted')
  })
}

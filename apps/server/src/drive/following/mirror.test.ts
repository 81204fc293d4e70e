import { isServiceError } from '@awan/protocol/errors'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { toFileWith } from '../nodes/to-file.ts'
import { joinDrive, type TestDrive } from '../testing.ts'
import { findMiscounts } from '../testing-tree.ts'
import { createMirror } from './testing.ts'

const toFile = toFileWith(() => undefined, 0)

/** What an operation is done with: it may find that it cannot. */
interface Chosen {
  /** Some node, of those that were there a moment ago. */
  id: string
  /** Some of them. */
  ids: string[]
  /** Some folder, the top one included. */
  folderId: string
  name: string
  /** How many nodes there are, about. */
  size: number
}

type Operation = (drive: TestDrive, chosen: Chosen) => Promise<unknown>

/** Whatever changes a drive belongs here: one line, and the mirror must still be right. */
const OPERATIONS: Record<string, Operation> = {
  createFolder: ({ nodes }, { folderId, name }) =>
    nodes.createFolder('ana', { parentId: folderId, name, conflict: 'rename' }),
  upload: (drive, { folderId, name, id }) =>
    drive.upload('ana', name, Buffer.from(id), { parentId: folderId, conflict: 'replace' }),
  uploadBeside: (drive, { folderId, name }) =>
    drive.upload('ana', name, Buffer.from(name), { parentId: folderId, conflict: 'rename' }),
  /** Seldom to a name that is taken. */
  rename: ({ nodes }, { id, name, size }) =>
    nodes.update('ana', id, { name: `${name}${size % 5}`, conflict: 'fail' }),
  renameOver: ({ nodes }, { id, name }) => nodes.update('ana', id, { name, conflict: 'replace' }),
  move: ({ nodes }, { id, folderId }) =>
    nodes.update('ana', id, { parentId: folderId, conflict: 'rename' }),
  star: ({ nodes }, { id, size }) =>
    nodes.update('ana', id, { isStarred: size % 2 === 0, conflict: 'fail' }),
  tag: ({ nodes }, { id, name }) => nodes.update('ana', id, { tags: [name], conflict: 'fail' }),
  describe: ({ nodes }, { id, name }) =>
    nodes.update('ana', id, { description: name, conflict: 'fail' }),
  batchMove: ({ tasks }, { ids, folderId }) =>
    tasks.begin('ana', 'move', { ids, parentId: folderId, conflict: 'rename' }),
  batchCopy: async ({ tasks }, { ids, folderId, size }) =>
    size < ENOUGH_NODES &&
    tasks.begin('ana', 'copy', { ids, parentId: folderId, conflict: 'rename' }),
  batchTrash: ({ tasks }, { ids }) => tasks.begin('ana', 'trash', { ids }),
  batchUntrash: ({ tasks }, { ids }) => tasks.begin('ana', 'untrash', { ids, conflict: 'rename' }),
  batchDelete: ({ tasks }, { ids, size }) =>
    tasks.begin('ana', 'delete', { ids: size < ENOUGH_NODES ? ids.slice(0, 1) : ids }),
  /** Seldom, or the trash would never hold much. */
  emptyTrash: async ({ tasks }, { name }) => name === NAMES[0] && tasks.begin('ana', 'empty', {}),
}

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
const ENOUGH_NODES = 200
const WRITERS = 8
/** More where a write costs less; all of them in the long form (npm run test:crash). */
const COUNT = { sqlite: 10_000, postgres: process.env.AWAN_CRASHES ? 10_000 : 600 }

onEachDatabase((openDatabase, kind) => {
  test('a client that only follows changes ends up with exactly the tree of the server', {
    timeout: 180_000 + COUNT[kind] * 40,
  }, async () => {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore())
    onTestFinished(() => drive.signals[Symbol.asyncDispose]())
    const root = (await drive.nodes.get('ana', 'root')).node
    const number = fc.nat({ max: 10_000 })
    const step = fc.tuple(fc.constantFrom(...Object.keys(OPERATIONS)), number, number, number)
    const steps = fc.sample(step, { numRuns: COUNT[kind], seed: 6 })
    const begin = await drive.following.follow('ana', { cursor: undefined, size: 1, waitMs: 0 })
    const mirrors = [1, 7, 1000].map((size) => createMirror(drive, 'ana', begin.cursor, size))
    const done: Record<string, number> = {}
    await plant(drive, root.id)
    let known = await readNodes(drive)
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let at = writer; at < steps.length; at += WRITERS) {
        const [name, ...numbers] = steps[at] ?? ['', 0, 0, 0]
        if (at % 20 === writer) known = await readNodes(drive)
        // What cannot be done, for the name is taken or another was first, leaves nothing behind.
        const attempt = OPERATIONS[name]?.(drive, choose(known, root.id, numbers))
        await attempt?.then(() => {
          done[name] = (done[name] ?? 0) + 1
        }, refuseUnknown)
        if (at % 30 === 0) await mirrors[at % 2]?.follow({ pages: 20 })
        if (at % 200 === writer) await drive.runner.run()
      }
    })
    await Promise.all(writers)
    await drive.runner.run()
    for (const name of Object.keys(OPERATIONS)) expect(done[name], name).toBeGreaterThan(5)

    const server = new Map<string, unknown>()
    for (const { id } of await readNodes(drive)) {
      if (id !== root.id) server.set(id, toFile((await drive.nodes.get('ana', id)).node))
    }
    for (const mirror of mirrors) {
      await mirror.follow()
      expect(mirror.files).toEqual(server)
    }
    expect(await findMiscounts(drive)).toEqual([])
  })
})

/** How large the tree grows is chance, and one that was never large would prove little. */
async function plant(drive: TestDrive, rootId: string): Promise<void> {
  for (const name of NAMES) {
    const folder = await drive.nodes.createFolder('ana', {
      parentId: rootId,
      name,
      conflict: 'fail',
    })
    for (const file of NAMES) {
      await drive.upload('ana', file, Buffer.from(file), { parentId: folder.id })
    }
  }
}

function refuseUnknown(error: unknown): void {
  if (!isServiceError(error)) throw error
}

type Known = readonly { id: string; kind: 'folder' | 'file' }[]

function readNodes(drive: TestDrive): Promise<Known> {
  return drive.db.read((reader) =>
    reader
      .selectFrom('nodes')
      .select(['id', 'kind'])
      .where('deleted_by', 'is', null)
      .orderBy('id')
      .execute(),
  )
}

function choose(known: Known, rootId: string, [a = 0, b = 0, c = 0]: readonly number[]): Chosen {
  const nodes = known.filter(({ id }) => id !== rootId)
  const folders = known.filter(({ kind }) => kind === 'folder')
  const idAt = (index: number) => nodes[index % nodes.length]?.id ?? 'nothing'
  return {
    id: idAt(a),
    ids: [...new Set([idAt(a), idAt(b), idAt(c)])],
    folderId: folders[b % folders.length]?.id ?? 'root',
    name: NAMES[c % NAMES.length] ?? '',
    size: nodes.length,
  }
}

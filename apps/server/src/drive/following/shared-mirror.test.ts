import type { File } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { systemRandom } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import { createGrants } from '../access/grants.ts'
import { createReached } from '../access/reached.ts'
import { toFileWith } from '../nodes/to-file.ts'
import { joinDrive, type TestDrive } from '../testing.ts'

const toFile = toFileWith(() => undefined, 0)
const COUNT = { sqlite: 160, postgres: 80 }
const PAGE = { size: 1000, token: undefined }

onEachDatabase((openDatabase, kind) => {
  test('a mirror of what is shared holds exactly that, whatever moves in and out and whenever access ends and begins again', {
    timeout: 180_000 + COUNT[kind] * 200,
  }, async () => {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore())
    onTestFinished(() => drive.signals[Symbol.asyncDispose]())
    const ana = await drive.as('ana')
    const grants = createGrants({ ...drive, random: systemRandom })
    const given = new Map<string, string>()
    const done: Record<string, number> = {}
    const mirrors = [1, 1000].map((size) => createSharedMirror(drive, ana.driveId, size))
    const number = fc.nat({ max: 10_000 })
    const operation = fc.constantFrom(...NAMES)
    const steps = fc.sample(fc.tuple(operation, number, number), {
      numRuns: COUNT[kind],
      seed: 11,
    })
    for (const top of [1, 2, 3]) {
      const { id } = await createFolder('root', `top ${top}`)
      for (const inner of [1, 2, 3, 4]) await createFolder(id, `inner ${inner}`)
      await act('share', '', id, top)
    }
    let seen = 0
    for (const [at, [name, a, b]] of steps.entries()) {
      const nodes = await readNodes(drive)
      const folders = nodes.filter((node) => node.kind === 'folder')
      const some = nodes[a % nodes.length]?.id ?? ''
      const folder = folders[b % folders.length]?.id ?? ''
      const isDone = await act(name, some, folder, at).then(
        () => true,
        (error: unknown) => {
          if (!isServiceError(error)) throw error
          return false
        },
      )
      if (isDone) done[name] = (done[name] ?? 0) + 1
      await mirrors[at % 2]?.follow()
      if (at % 20 !== 0) continue
      const truth = await whatBenSees(drive, ana.driveId, nodes)
      seen = Math.max(seen, truth.size)
      for (const mirror of mirrors) {
        await mirror.follow()
        expect(placesIn(mirror.files), `step ${at}`).toEqual(truth)
      }
    }
    expect(seen).toBeGreaterThan(10)
    for (const name of NAMES) expect(done[name], name).toBeGreaterThan(COUNT[kind] / 100)

    function createFolder(parentId: string, name: string) {
      return drive.nodes.createFolder('ana', { parentId, name, conflict: 'rename' })
    }

    async function act(name: string, id: string, folderId: string, at: number): Promise<unknown> {
      const grantee = { kind: 'person', sub: 'ben' } as const
      switch (name) {
        case 'create':
        case 'createMore':
          return createFolder(folderId, `n${at}`)
        case 'rename':
          return drive.nodes.update('ana', id, { name: `r${at}`, conflict: 'rename' })
        case 'move':
          return drive.nodes.update('ana', id, { parentId: folderId, conflict: 'rename' })
        case 'trash':
          // Seldom, or little would be left to see.
          return at % 3 === 0 && drive.tasks.begin('ana', 'trash', { ids: [id] })
        case 'untrash':
          return drive.tasks.begin('ana', 'untrash', { ids: [id], conflict: 'rename' })
        case 'share': {
          // The whole drive is seldom shared.
          if (folderId === ana.glance?.root_id) return undefined
          const grant = await grants.create(ana, { nodeId: folderId, grantee, role: 'viewer' })
          return given.set(grant.id, folderId)
        }
        default: {
          const [grantId] = [...given.keys()].slice(at % Math.max(given.size, 1))
          // The last one seldom, so that there is something to see.
          if (grantId === undefined || (given.size < 3 && at % 5 > 0)) return undefined
          await grants.revoke(ana, grantId)
          return given.delete(grantId)
        }
      }
    }
  })
})

const NAMES = ['create', 'createMore', 'rename', 'move', 'trash', 'untrash', 'share', 'revoke']

/** The id, name and folder of each, as far as Ben sees them. */
type Places = Map<string, { name: string; parentId: string | null }>

function placesIn(files: Iterable<File>): Places {
  return new Map([...files].map(({ id, name, parent_id }) => [id, { name, parentId: parent_id }]))
}

/**
 * A copy of what Ben sees of a drive. It follows the changes, and lists a folder that it did not know: what is
 * in a folder that comes into view is not told again. What it holds begins at the tops.
 */
function createSharedMirror(drive: TestDrive, driveId: string, size: number) {
  const files = new Map<string, File>()
  const ben: Access = { driveId, actor: { kind: 'person', sub: 'ben' }, right: 'view' }
  const reached = createReached(drive)
  let cursor: string | undefined

  function remove(id: string): void {
    files.delete(id)
    for (const file of [...files.values()]) if (file.parent_id === id) remove(file.id)
  }

  async function add(id: string): Promise<void> {
    try {
      files.set(id, toFile((await drive.nodes.get(ben, id)).node))
      for (const node of (await drive.nodes.list(ben, id, PAGE)).nodes) await add(node.id)
    } catch (error) {
      if (!isServiceError(error, 'not_found')) throw error
      remove(id)
    }
  }

  async function follow(): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const told = await drive.following.follow(ben, { cursor, size, waitMs: 0 })
      for (const { id, node } of told.changes) {
        if (!node) remove(id)
        else if (files.has(id)) files.set(id, toFile(node))
        else await add(id)
      }
      cursor = told.cursor
      hasMore = told.hasMore
    }
    const all = await reached.list({ kind: 'person', sub: 'ben' })
    const tops = all.find(({ id }) => id === driveId)?.tops.map(({ id }) => id) ?? []
    for (const { id, parent_id } of [...files.values()]) {
      if (parent_id === null && !tops.includes(id)) remove(id)
    }
    for (const id of tops) if (!files.has(id)) await add(id)
  }

  return {
    get files() {
      return files.values()
    },
    /** Without access there is nothing; it begins anew when there is some again. */
    async follow(): Promise<void> {
      try {
        await follow()
      } catch (error) {
        if (!isServiceError(error, 'not_found')) throw error
        files.clear()
        cursor = undefined
      }
    },
  }
}

async function whatBenSees(
  drive: TestDrive,
  driveId: string,
  known: readonly { id: string }[],
): Promise<Places> {
  const ben: Access = { driveId, actor: { kind: 'person', sub: 'ben' }, right: 'view' }
  const seen: File[] = []
  for (const { id } of [...known, ...(await readNodes(drive))]) {
    await drive.nodes.get(ben, id).then(
      ({ node }) => seen.push(toFile(node)),
      (error: unknown) => {
        if (!isServiceError(error, 'not_found')) throw error
      },
    )
  }
  return placesIn(seen)
}

function readNodes(drive: TestDrive) {
  return drive.db.read(async (reader) =>
    reader
      .selectFrom('nodes')
      .innerJoin('drives', 'drives.id', 'nodes.drive_id')
      .select(['nodes.id', 'nodes.kind'])
      .where('drives.owner_sub', '=', 'ana')
      .where('nodes.deleted_by', 'is', null)
      .orderBy('nodes.id')
      .execute(),
  )
}

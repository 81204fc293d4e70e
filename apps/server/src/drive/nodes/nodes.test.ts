import { describe, expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { joinDrive, refusal } from '../testing.ts'
import type { ForPeople } from '../testing-access.ts'
import type { Nodes } from './nodes.ts'
import { plantedNode } from './testing.ts'

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  const folder = (nodes: ForPeople<Nodes>, sub: string, name: string, parentId = 'root') =>
    nodes.createFolder(sub, { parentId, name, conflict: 'fail' })

  describe('folders', () => {
    test('a folder is returned with its ancestors', async () => {
      const { nodes } = await open()
      const a = await folder(nodes, 'ana', 'a')
      const b = await folder(nodes, 'ana', 'b', a.id)
      const { node, ancestors } = await nodes.get('ana', b.id)
      expect(node).toMatchObject({ id: b.id, name: 'b', parent_id: a.id, kind: 'folder', size: 0 })
      const root = await nodes.get('ana', 'root')
      expect(ancestors).toEqual([
        { id: root.node.id, name: '' },
        { id: a.id, name: 'a' },
      ])
      expect(root.ancestors).toEqual([])
    })

    test('a taken name is rejected, and nothing is written', async () => {
      const { nodes, drives } = await open()
      await folder(nodes, 'ana', 'Caf\u00e9')
      const before = await drives.of('ana')
      expect(await refusal(folder(nodes, 'ana', 'Cafe\u0301'))).toBe('already_exists')
      expect(await drives.of('ana')).toEqual(before)
    })

    test('names that differ in case are different names', async () => {
      const { nodes } = await open()
      await folder(nodes, 'ana', 'Photos')
      expect((await folder(nodes, 'ana', 'photos')).name).toBe('photos')
    })

    test('with conflict rule rename, a taken name gets a number', async () => {
      const { nodes } = await open()
      const wanted = { parentId: 'root', name: 'New folder', conflict: 'rename' } as const
      const made = []
      for (let i = 0; i < 4; i++) made.push((await nodes.createFolder('ana', wanted)).name)
      expect(made).toEqual(['New folder', 'New folder (2)', 'New folder (3)', 'New folder (4)'])
    })

    test('twenty concurrent folders of one name get twenty names with conflict rule rename', async () => {
      const { nodes } = await open()
      const wanted = { parentId: 'root', name: 'x', conflict: 'rename' } as const
      const made = await Promise.all(
        Array.from({ length: 20 }, () => nodes.createFolder('ana', wanted)),
      )
      expect(new Set(made.map(({ name }) => name)).size).toBe(20)
    })

    test('of twenty concurrent folders of one name, only one is created with conflict rule fail', async () => {
      const { nodes } = await open()
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, () => folder(nodes, 'ana', 'x')),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const { nodes: listed } = await nodes.list('ana', 'root', { size: 100, token: undefined })
      expect(listed).toHaveLength(1)
    })

    test('a call repeated with its idempotency key creates one folder', async () => {
      const { nodes } = await open()
      const wanted = { parentId: 'root', name: 'x', conflict: 'rename' } as const
      const made = await Promise.all(
        Array.from({ length: 5 }, () => nodes.createFolder('ana', wanted, 'key 1')),
      )
      expect(new Set(made.map(({ id }) => id)).size).toBe(1)
      expect((await nodes.createFolder('ana', wanted, 'key 2')).name).toBe('x (2)')
      const other = nodes.createFolder('ana', { ...wanted, name: 'y' }, 'key 1')
      expect(await refusal(other)).toBe('invalid_argument')
      expect((await nodes.createFolder('ben', wanted, 'key 1')).id).not.toBe(made[0]?.id)
    })

    test('folders are nested at most 128 levels deep', async () => {
      const { nodes } = await open()
      let parentId = 'root'
      let depth = 0
      let refused: string | undefined
      while (refused === undefined && depth < 200) {
        const made = await folder(nodes, 'ana', 'd', parentId).catch((error) => error.error)
        if (typeof made === 'string') refused = made
        else {
          parentId = made.id
          depth++
        }
      }
      expect([refused, depth]).toEqual(['invalid_argument', 127])
      expect((await nodes.get('ana', parentId)).ancestors).toHaveLength(127)
    })

    test('the folders of another person answer like unknown ones', async () => {
      const { nodes } = await open()
      const { id } = await folder(nodes, 'ana', 'private')
      const unknown = '0'.repeat(25)
      const errorOf = (work: Promise<unknown>) => work.catch((error: Error) => error.message)
      expect(await errorOf(nodes.get('ben', id))).toBe(await errorOf(nodes.get('ben', unknown)))
      const page = { size: 10, token: undefined }
      expect(await errorOf(nodes.list('ben', id, page))).toBe(
        await errorOf(nodes.list('ben', unknown, page)),
      )
      expect(await errorOf(folder(nodes, 'ben', 'x', id))).toBe(
        await errorOf(folder(nodes, 'ben', 'x', unknown)),
      )
      expect(await refusal(nodes.get('ben', id))).toBe('not_found')
    })

    test('every change raises the seq of the drive and is recorded in the change log', async () => {
      const { nodes, drives, db } = await open()
      const a = await folder(nodes, 'ana', 'a')
      const b = await folder(nodes, 'ana', 'b')
      const drive = await drives.of('ana')
      expect(drive.seq).toBe(2)
      const changes = await db.read((reader) =>
        reader.selectFrom('changes').selectAll().orderBy('seq').execute(),
      )
      expect(changes).toMatchObject([
        { drive_id: drive.id, seq: 1, node_id: a.id, type: 'created', actor_sub: 'ana' },
        { drive_id: drive.id, seq: 2, node_id: b.id, type: 'created', actor_sub: 'ana' },
      ])
    })
  })

  describe('listings', () => {
    /** Five thousand files are rows here: how they got there is another test's matter. */
    async function fill(drive: Awaited<ReturnType<typeof open>>, count: number): Promise<string[]> {
      const { id, root_id } = await drive.drives.of('ana')
      const names = Array.from({ length: count }, (_, index) => `file ${index}.txt`)
      const shuffled = names.toSorted((a, b) => hash(a) - hash(b))
      for (let at = 0; at < count; at += 500) {
        await drive.db.write(async (writer) => {
          const rows = shuffled.slice(at, at + 500).map((name, index) =>
            plantedNode({
              drive_id: id,
              id: `node${String(at + index).padStart(8, '0')}`,
              parent_id: root_id,
              kind: 'file',
              name,
              now: 0,
            }),
          )
          await writer.insertInto('nodes').values(rows).execute()
        })
      }
      return names
    }

    function hash(text: string): number {
      return [...text].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 65_521, 7)
    }

    test('five thousand names are listed in natural order, page by page, during concurrent writes', async () => {
      const drive = await open()
      const names = await fill(drive, 5_000)
      const seen: string[] = []
      let token: string | undefined
      do {
        const page = await drive.nodes.list('ana', 'root', { size: 700, token })
        seen.push(...page.nodes.map(({ name }) => name))
        token = page.nextPageToken
        // Before, within and after what was seen; the folder, too, moves every position.
        await folder(drive.nodes, 'ana', `folder ${seen.length}`)
        await drive.upload('ana', `file 2 and ${seen.length}.txt`, Buffer.alloc(0))
        await drive.upload('ana', `zzz ${seen.length}`, Buffer.alloc(0))
      } while (token !== undefined)
      expect(seen.filter((name) => names.includes(name))).toEqual(names)
      expect(new Set(seen).size).toBe(seen.length)
    })

    test('folders come first', async () => {
      const drive = await open()
      await drive.upload('ana', 'a', Buffer.alloc(0))
      await folder(drive.nodes, 'ana', 'z 10')
      await folder(drive.nodes, 'ana', 'z 9')
      const page = await drive.nodes.list('ana', 'root', { size: 10, token: undefined })
      expect(page.nodes.map(({ name }) => name)).toEqual(['z 9', 'z 10', 'a'])
      expect(page.nextPageToken).toBeUndefined()
      expect(page.seq).toBe(3)
    })

    test('a folder that fills its page exactly has no next page', async () => {
      const { nodes } = await open()
      for (const name of ['a', 'b']) await folder(nodes, 'ana', name)
      const page = await nodes.list('ana', 'root', { size: 2, token: undefined })
      expect(page.nextPageToken).toBeUndefined()
    })

    test('a page token that is malformed or of another folder is rejected', async () => {
      const { nodes } = await open()
      const a = await folder(nodes, 'ana', 'a')
      await folder(nodes, 'ana', 'b')
      const { nextPageToken } = await nodes.list('ana', 'root', { size: 1, token: undefined })
      const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const bad = [
        '',
        'garbage',
        '%00',
        encode(null),
        encode([a.id]),
        encode([a.id, 5]),
        encode([a.id, 'x\0']),
        encode({ length: 2 }),
        nextPageToken,
      ]
      for (const token of bad) {
        expect(await refusal(nodes.list('ana', a.id, { size: 1, token })), token).toBe(
          'invalid_argument',
        )
      }
    })

    test('a file cannot be listed and cannot contain anything', async () => {
      const drive = await open()
      const file = await drive.upload('ana', 'a', Buffer.alloc(0))
      const page = { size: 1, token: undefined }
      expect(await refusal(drive.nodes.list('ana', file.id, page))).toBe('invalid_argument')
      expect(await refusal(folder(drive.nodes, 'ana', 'x', file.id))).toBe('invalid_argument')
    })
  })
})

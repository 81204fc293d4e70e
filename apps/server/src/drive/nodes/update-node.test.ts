import { describe, expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { joinDrive, refusal, type TestDrive } from '../testing.ts'
import { toEtag } from './etag.ts'
import { plantedNode } from './testing.ts'

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())
  const page = { size: 100, token: undefined }
  const conflict = 'fail' as const

  const folder = ({ nodes }: TestDrive, name: string, parentId = 'root') =>
    nodes.createFolder('ana', { parentId, name, conflict })
  const file = (drive: TestDrive, name: string, parentId = 'root') =>
    drive.upload('ana', name, Buffer.from(name), { parentId })
  const names = async ({ nodes }: TestDrive, id = 'root') =>
    (await nodes.list('ana', id, page)).nodes.map(({ name }) => name)
  const change = (drive: TestDrive, id: string, wanted: object, ifMatch?: string) =>
    drive.nodes.update('ana', id, { conflict, ...wanted }, ifMatch)
  const latestChange = ({ db }: TestDrive) =>
    db.read((r) => r.selectFrom('changes').selectAll().orderBy('seq', 'desc').executeTakeFirst())

  describe('renaming', () => {
    test('a renamed file gets a new place in the listing and the type of its new extension', async () => {
      const drive = await open()
      const { id } = await file(drive, 'b.txt')
      await file(drive, 'c.txt')
      const renamed = await change(drive, id, { name: 'z.PNG' })
      expect(renamed).toMatchObject({ name: 'z.PNG', type: 'png', mime_type: 'image/png' })
      expect(await names(drive)).toEqual(['c.txt', 'z.PNG'])
      expect(await latestChange(drive)).toMatchObject({
        node_id: id,
        type: 'updated',
        action: 'rename',
        data: JSON.stringify({ name: 'z.PNG', was: 'b.txt' }),
      })
    })

    test('a name with spaces around it is a different name, kept and found exactly as sent', async () => {
      const drive = await open()
      const { id } = await file(drive, 'a.txt')
      for (const name of [' a.txt', 'a.txt ', 'a.txt.', ' ']) {
        expect(await change(drive, id, { name })).toMatchObject({ name })
        await file(drive, 'a.txt')
        expect((await drive.paths.find('ana', name)).id).toBe(id)
        expect((await names(drive)).toSorted()).toEqual([name, 'a.txt'].toSorted())
        const other = await drive.paths.find('ana', 'a.txt')
        await drive.tasks.begin('ana', 'delete', { ids: [other.id] })
      }
    })

    test('a taken name is rejected, numbered, or freed by moving its holder to the trash', async () => {
      const drive = await open()
      const a = await file(drive, 'a')
      const b = await file(drive, 'b')
      expect(await refusal(change(drive, a.id, { name: 'b' }))).toBe('already_exists')
      expect((await change(drive, a.id, { name: 'b', conflict: 'rename' })).name).toBe('b (2)')
      expect((await change(drive, a.id, { name: 'b', conflict: 'replace' })).name).toBe('b')
      expect(await names(drive)).toEqual(['b'])
      const { root_id } = await drive.drives.of('ana')
      const replaced = (await drive.nodes.get('ana', b.id)).node
      expect(replaced).toMatchObject({ parent_id: null, name: 'b', trashed_from: root_id })
      expect(replaced.trashed_at).toBe(drive.clock.now())
    })

    test('a node does not conflict with its own name', async () => {
      const drive = await open()
      const { id } = await file(drive, 'a')
      for (const rule of ['fail', 'rename', 'replace'] as const) {
        expect((await change(drive, id, { parentId: 'root', conflict: rule })).name).toBe('a')
      }
      expect(await refusal(change(drive, id, { name: 'a/b' }))).toBe('invalid_argument')
    })
  })

  describe('moving', () => {
    test('a folder of a thousand files is moved by changing one row', async () => {
      const drive = await open()
      const [from, to] = [await folder(drive, 'from'), await folder(drive, 'to')]
      const moved = await folder(drive, 'many', from.id)
      const rows = Array.from({ length: 1_000 }, (_, i) =>
        plantedNode({
          drive_id: moved.drive_id,
          id: `n${i}`,
          parent_id: moved.id,
          kind: 'file',
          name: `${i}`,
          now: 0,
        }),
      )
      await drive.db.write(async (w) => {
        for (let at = 0; at < rows.length; at += 500) {
          await w
            .insertInto('nodes')
            .values(rows.slice(at, at + 500))
            .execute()
        }
      })
      const all = () =>
        drive.db.read((r) => r.selectFrom('nodes').selectAll().orderBy('id').execute())
      const before = await all()
      await change(drive, moved.id, { parentId: to.id })
      const after = await all()
      expect(after.filter((row, i) => row.revision !== before[i]?.revision)).toMatchObject([
        { id: moved.id, parent_id: to.id },
      ])
      expect((await drive.nodes.get('ana', 'n7')).ancestors.map(({ name }) => name)).toEqual([
        '',
        'to',
        'many',
      ])
      expect(await latestChange(drive)).toMatchObject({
        action: 'move',
        data: JSON.stringify({ name: 'many', from: from.id, to: to.id }),
      })
    })

    test('a folder cannot be moved into itself, below itself or into a file', async () => {
      const drive = await open()
      const a = await folder(drive, 'a')
      const b = await folder(drive, 'b', a.id)
      const c = await folder(drive, 'c', b.id)
      const f = await file(drive, 'f')
      for (const parentId of [a.id, b.id, c.id, f.id]) {
        expect(await refusal(change(drive, a.id, { parentId }))).toBe('invalid_argument')
      }
      expect(await refusal(change(drive, a.id, { parentId: 'nothing' }))).toBe('not_found')
      expect(await refusal(change(drive, 'root', { name: 'x' }))).toBe('invalid_argument')
    })

    test('of two folders moved into each other at once, only one is moved', async () => {
      const drive = await open()
      const [a, b] = [await folder(drive, 'a'), await folder(drive, 'b')]
      const outcomes = await Promise.allSettled([
        change(drive, a.id, { parentId: b.id }),
        change(drive, b.id, { parentId: a.id }),
      ])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await names(drive)).toHaveLength(1)
    })

    test('a move is rejected when the folders below the moved one would be nested too deep', async () => {
      const drive = await open()
      let deepest = 'root'
      for (let depth = 1; depth < 127; depth++) deepest = (await folder(drive, 'd', deepest)).id
      const a = await folder(drive, 'a')
      const flat = await folder(drive, 'flat')
      await folder(drive, 'b', a.id)
      expect(await refusal(change(drive, a.id, { parentId: deepest }))).toBe('invalid_argument')
      expect((await change(drive, flat.id, { parentId: deepest })).parent_id).toBe(deepest)
    })

    test('with conflict rule replace, a folder can replace its own parent folder', async () => {
      const drive = await open()
      const outer = await folder(drive, 'a')
      const inner = await folder(drive, 'a', outer.id)
      await change(drive, inner.id, { parentId: 'root', conflict: 'replace' })
      const { nodes: listed } = await drive.nodes.list('ana', 'root', page)
      expect(listed.map(({ id }) => id)).toEqual([inner.id])
    })
  })

  describe('the trash', () => {
    async function withTrash() {
      const drive = await open()
      const a = await folder(drive, 'a')
      const b = await folder(drive, 'b', a.id)
      const f = await file(drive, 'f', b.id)
      const upload = await drive.uploads.create('ana', {
        parentId: b.id,
        name: 'late',
        sizeBytes: 0,
        blockHashes: undefined,
        mimeType: undefined,
        modifiedAt: undefined,
      })
      // Its name is taken by another one, so that it goes to the trash.
      const other = await folder(drive, 'other')
      await change(drive, other.id, { name: 'a', conflict: 'replace' })
      return { drive, a, b, f, upload }
    }

    test('a folder in the trash accepts no new folder, no upload and no move', async () => {
      const { drive, a, b, upload } = await withTrash()
      const g = await file(drive, 'g')
      for (const { id } of [a, b]) {
        expect(await refusal(folder(drive, 'x', id))).toBe('failed_precondition')
        expect(await refusal(file(drive, 'x', id))).toBe('failed_precondition')
        expect(await refusal(change(drive, g.id, { parentId: id }))).toBe('failed_precondition')
      }
      expect(await refusal(drive.uploads.commit('ana', upload.id, 'fail'))).toBe(
        'failed_precondition',
      )
      expect(await names(drive, b.id)).toEqual(['f'])
    })

    test('a node in the trash cannot be renamed or starred, but can be moved out', async () => {
      const { drive, a, f } = await withTrash()
      for (const { id } of [a, f]) {
        expect(await refusal(change(drive, id, { name: 'x' }))).toBe('failed_precondition')
        expect(await refusal(change(drive, id, { isStarred: true }))).toBe('failed_precondition')
      }
      await change(drive, f.id, { parentId: 'root' })
      const back = await change(drive, a.id, { parentId: 'root', conflict: 'rename' })
      expect(back).toMatchObject({ name: 'a (2)', trashed_at: null, trashed_from: null })
      expect(await names(drive)).toEqual(['a', 'a (2)', 'f'])
    })
  })

  describe('metadata', () => {
    test('description, star, tags and date are kept until they are changed', async () => {
      const drive = await open()
      const { id } = await file(drive, 'a')
      const tagsOf = async () =>
        (await drive.db.read((r) => r.selectFrom('node_tags').select('tag').execute())).map(
          ({ tag }) => tag,
        )
      const marked = await change(drive, id, {
        description: 'Sea',
        isStarred: true,
        tags: ['b', 'Cafe\u0301', ' b '],
        modifiedAt: 5,
      })
      expect(marked).toMatchObject({
        description: 'Sea',
        starred_at: drive.clock.now(),
        modified_at: 5,
      })
      expect(await tagsOf()).toEqual(['Caf\u00e9', 'b'])
      const starredAt = drive.clock.now()
      drive.clock.advance(1)
      expect(await change(drive, id, { isStarred: true })).toMatchObject({ starred_at: starredAt })
      await change(drive, id, { tags: [] })
      expect(await tagsOf()).toEqual([])
      expect(await change(drive, id, { description: '', isStarred: false })).toMatchObject({
        description: null,
        starred_at: null,
        name: 'a',
      })
      expect(await refusal(change(drive, id, { tags: ['a\nb'] }))).toBe('invalid_argument')
    })

    test('an update with the same values records no change', async () => {
      const drive = await open()
      const { id } = await file(drive, 'a')
      const before = await change(drive, id, { tags: ['x'] })
      const told = await latestChange(drive)
      const same = { name: 'a', parentId: 'root', description: null, tags: ['x'] }
      expect(await change(drive, id, same)).toEqual(before)
      expect(await latestChange(drive)).toEqual(told)
    })

    test('an update with an outdated ETag in If-Match is rejected', async () => {
      const drive = await open()
      const seen = await file(drive, 'a')
      const etag = toEtag(seen)
      const next = await change(drive, seen.id, { name: 'b' }, etag)
      expect(await refusal(change(drive, seen.id, { name: 'c' }, etag))).toBe('failed_precondition')
      await change(drive, seen.id, { name: 'c' }, `"x", ${toEtag(next)}`)
      await change(drive, seen.id, { name: 'd' }, '*')
      expect(await names(drive)).toEqual(['d'])
    })

    test("updating another person's file answers not_found", async () => {
      const drive = await open()
      const { id } = await file(drive, 'a')
      const bens = drive.nodes.update('ben', id, { name: 'x', conflict })
      expect(await refusal(bens)).toBe('not_found')
    })
  })
})

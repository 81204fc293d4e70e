import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { NodeRow } from '../../db/tables.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { toTagList } from '../nodes/tags.ts'
import { insertManyFiles, plantedNode, plantStars } from '../nodes/testing.ts'
import { joinDrive, refusal, type TestDrive } from '../testing.ts'

type Entry = Partial<NodeRow> & { id: string; tags?: string[]; starred_at?: number }

const ALL = { size: 100, token: undefined }

/** Rows, as other calls leave them. */
async function fill(drive: TestDrive, entries: readonly Entry[], sub = 'ana'): Promise<void> {
  const { id: driveId, root_id: rootId } = await drive.drives.of(sub)
  await drive.db.write(async (writer) => {
    for (const { tags = [], starred_at: _, ...entry } of entries) {
      const kind = entry.kind ?? 'file'
      const place = { drive_id: driveId, parent_id: rootId, kind, name: entry.id, now: 0 }
      await writer
        .insertInto('nodes')
        .values({ ...plantedNode({ ...place, ...entry }), ...entry, tag_list: toTagList(tags) })
        .execute()
      for (const tag of tags) {
        await writer
          .insertInto('node_tags')
          .values({ drive_id: driveId, node_id: entry.id, tag })
          .execute()
      }
    }
  })
  const stars = entries.flatMap(({ id: node_id, starred_at }) =>
    starred_at === undefined ? [] : { drive_id: driveId, node_id, starred_at },
  )
  await plantStars(drive.db, sub, stars)
}

const thrownAway = (at: number, from: string | null): Partial<NodeRow> => ({
  parent_id: null,
  trashed_at: at,
  trashed_from: from,
})

/** A tree with something in every corner of the trash. */
async function fillTree(drive: TestDrive): Promise<string> {
  const { root_id: rootId } = await drive.drives.of('ana')
  const folder = { kind: 'folder' } as const
  await fill(drive, [
    { id: 'docs', ...folder, starred_at: 5, tags: ['work'] },
    { id: 'deep', ...folder, parent_id: 'docs' },
    { id: 'a.txt', parent_id: 'deep', touched_at: 10, starred_at: 1, size: 7, tags: ['work'] },
    { id: 'b.txt', touched_at: 40, size: 5, tags: ['trip', 'work'] },
    { id: 'old', ...folder, ...thrownAway(100, rootId), starred_at: 9, tags: ['work'] },
    { id: 'old deep', ...folder, parent_id: 'old' },
    { id: 'c.txt', parent_id: 'old deep', touched_at: 30, starred_at: 8, tags: ['gone'] },
    { id: 'd.txt', ...thrownAway(200, 'deep'), touched_at: 20, tags: ['work'] },
    { id: 'e.txt', ...thrownAway(50, 'old deep') },
    { id: 'f.txt', ...thrownAway(60, 'nowhere') },
  ])
  return rootId
}

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())
  const idsOf = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id)

  describe('lists of the whole drive', () => {
    test('recent lists files by their latest content, without the trash', async () => {
      const drive = await open()
      await fillTree(drive)
      expect(idsOf(await drive.lists.recent('ana', ALL))).toEqual(['b.txt', 'a.txt'])
    })

    test('starred lists the last starred first, without the trash', async () => {
      const drive = await open()
      await fillTree(drive)
      const { nodes } = await drive.lists.starred('ana', ALL)
      expect(idsOf({ nodes })).toEqual(['docs', 'a.txt'])
      expect(nodes[1]).toMatchObject({ name: 'a.txt', tag_list: 'work' })
    })

    test('recent and starred give the path of each node', async () => {
      const drive = await open()
      await fillTree(drive)
      for (const list of ['recent', 'starred'] as const) {
        const { nodes } = await drive.lists[list]('ana', ALL)
        const places = nodes.map(({ id, path }) => [id, path.map(({ name }) => name).join('/')])
        expect(places).toContainEqual(['a.txt', '/docs/deep'])
        expect(places).toContainEqual([list === 'recent' ? 'b.txt' : 'docs', ''])
      }
    })

    test('trash lists only the nodes that were trashed themselves, with their former path', async () => {
      const drive = await open()
      await fillTree(drive)
      const { nodes } = await drive.lists.trash('ana', ALL)
      const shown = nodes.map(({ node, place }) => [
        node.id,
        place?.path.map(({ name }) => name).join('/'),
        place?.isInTrash,
      ])
      expect(shown).toEqual([
        ['d.txt', '/docs/deep', false],
        ['old', '', false],
        ['f.txt', undefined, undefined],
        ['e.txt', 'old/old deep', true],
      ])
    })

    test('tags are listed alphabetically with their counts, without the trash', async () => {
      const drive = await open()
      await fillTree(drive)
      const whole = await drive.lists.tags('ana', ALL)
      expect(whole).toEqual({
        tags: [
          { tag: 'trip', count: 1 },
          { tag: 'work', count: 3 },
        ],
        nextPageToken: undefined,
      })
      const first = await drive.lists.tags('ana', { size: 1, token: undefined })
      expect(first.tags).toEqual([{ tag: 'trip', count: 1 }])
      const second = await drive.lists.tags('ana', { size: 1, token: first.nextPageToken })
      expect(second).toEqual({ tags: [{ tag: 'work', count: 3 }], nextPageToken: undefined })
    })

    test('paging through recent skips trashed nodes, even more than a page of them', async () => {
      const drive = await open()
      const { root_id: rootId } = await drive.drives.of('ana')
      const live = Array.from({ length: 23 }, (_, n) => ({ id: `live${n}`, touched_at: n * 10 }))
      const lost = Array.from({ length: 60 }, (_, n) => ({
        id: `lost${n}`,
        parent_id: 'bin',
        touched_at: n * 4,
        starred_at: n,
      }))
      const bin = { id: 'bin', kind: 'folder', ...thrownAway(1, rootId) } as const
      await fill(drive, [bin, ...live, ...lost])
      const seen: string[] = []
      let token: string | undefined
      do {
        const page = await drive.lists.recent('ana', { size: 5, token })
        expect(page.nodes.length).toBeLessThanOrEqual(5)
        seen.push(...idsOf(page))
        token = page.nextPageToken
        // What comes now is newer than all that is still to be seen.
        await fill(drive, [{ id: `new${seen.length}`, touched_at: 1000 + seen.length }])
      } while (token !== undefined)
      expect(seen).toEqual(live.map(({ id }) => id).reverse())
      expect(await drive.lists.starred('ana', { size: 5, token: undefined })).toMatchObject({
        nodes: [],
      })
    })

    test('a page token that is malformed or of another list is rejected', async () => {
      const drive = await open()
      await fillTree(drive)
      const { nextPageToken } = await drive.lists.recent('ana', { size: 1, token: undefined })
      const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const bad = ['x', '', encode([]), encode(['starred_at', 1.5, 'a']), nextPageToken]
      for (const token of bad) {
        const asked = drive.lists.starred('ana', { size: 1, token })
        expect(await refusal(asked), token).toBe('invalid_argument')
      }
    })

    test("no list shows nodes of another person's drive", async () => {
      const drive = await open()
      await fillTree(drive)
      for (const list of ['recent', 'starred', 'trash'] as const) {
        expect((await drive.lists[list]('ben', ALL)).nodes).toEqual([])
      }
      expect((await drive.lists.tags('ben', ALL)).tags).toEqual([])
      expect(await refusal(drive.lists.summary('ben', 'docs'))).toBe('not_found')
    })
  })

  const ofPrograms = { sort_key: sql<string>`'2' || substr(sort_key, 2)` }
  test.each([
    ['recent', 'files of programs', ofPrograms],
    ['recent', 'trashed files', { trashed_at: 7, parent_id: null }],
    ['photos', 'drawings', { mime_type: 'image/svg+xml' }],
    ['photos', 'files of programs', { ...ofPrograms, mime_type: 'image/png' }],
  ] as const)('a page of %s passes a limited number of %s', async (list, _, hidden) => {
    const drive = await open()
    await insertManyFiles(drive.db, await drive.drives.of('ana'), 6_000)
    await drive.db.write((writer) =>
      writer.updateTable('nodes').set(hidden).where('kind', '=', 'file').execute(),
    )
    await fill(drive, [{ id: 'old', mime_type: 'image/png', modified_at: -1, touched_at: -1 }])
    const pages: string[][] = []
    let token: string | undefined
    do {
      const page = await drive.lists[list]('ana', { size: 50, token })
      pages.push(idsOf(page))
      token = page.nextPageToken
    } while (token !== undefined)
    expect(pages).toEqual([[], ['old']])
  })

  test('a summary counts everything below a folder, also for a folder in the trash', async () => {
    const drive = await open()
    await fillTree(drive)
    const summary = (id: string) => drive.lists.summary('ana', id)
    expect(await summary('root')).toEqual({ folders: 2, files: 2, bytes: 12 })
    expect(await summary('docs')).toEqual({ folders: 1, files: 1, bytes: 7 })
    expect(await summary('old')).toEqual({ folders: 1, files: 1, bytes: 0 })
    expect(await summary('a.txt')).toEqual({ folders: 0, files: 1, bytes: 7 })
    expect(await refusal(summary('nothing'))).toBe('not_found')
  })
})

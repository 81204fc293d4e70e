import type { ListOrder } from '@awan/protocol/drive'
import { describe, expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { NodeRow } from '../../db/tables.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { joinDrive, refusal, type TestDrive } from '../testing.ts'
import type { ListFilter } from './list-filter.ts'
import { byName, type Listing } from './listing.ts'
import { insertManyFiles, plantedNode, plantStars } from './testing.ts'

const ORDERS: readonly ListOrder[] = ['name', 'size', 'modified', 'created', 'type']

type Entry = Partial<NodeRow> & { name: string; tags?: string[]; starred_at?: number }

/** How they came to be so is another test's matter: here they are rows. */
async function fill(drive: TestDrive, entries: readonly Entry[]): Promise<void> {
  const { id: driveId, root_id: rootId } = await drive.drives.of('ana')
  const rows = entries.map(({ tags: _, starred_at: __, ...entry }, index) => ({
    ...plantedNode({
      drive_id: driveId,
      id: `n${index}`,
      parent_id: rootId,
      kind: entry.kind ?? 'file',
      name: entry.name,
      now: 0,
    }),
    ...entry,
  }))
  const tags = entries.flatMap(({ tags = [] }, index) =>
    tags.map((tag) => ({ drive_id: driveId, node_id: `n${index}`, tag })),
  )
  await drive.db.write(async (writer) => {
    for (let at = 0; at < rows.length; at += 500) {
      await writer
        .insertInto('nodes')
        .values(rows.slice(at, at + 500))
        .execute()
    }
    if (tags.length > 0) await writer.insertInto('node_tags').values(tags).execute()
  })
  const stars = entries.flatMap(({ starred_at }, index) =>
    starred_at === undefined ? [] : { drive_id: driveId, node_id: `n${index}`, starred_at },
  )
  await plantStars(drive.db, 'ana', stars)
}

/** Walks from page to page and gives the names. */
async function walk(
  drive: TestDrive,
  listing: Listing,
  { size = 3, between = async () => {} }: { size?: number; between?: () => Promise<void> } = {},
): Promise<string[]> {
  const names: string[] = []
  let token: string | undefined
  do {
    const page = await drive.nodes.list('ana', 'root', { size, token }, listing)
    expect(page.nodes.length).toBeLessThanOrEqual(size)
    names.push(...page.nodes.map(({ name }) => name))
    token = page.nextPageToken
    if (token !== undefined) await between()
  } while (token !== undefined)
  return names
}

const ENTRIES: Entry[] = [
  { name: 'b 10.txt', size: 5, modified_at: 30, created_at: 3 },
  { name: 'b 9.TXT', size: 50, modified_at: 10, created_at: 7 },
  { name: 'a.png', size: 5, modified_at: 20, created_at: 5 },
  { name: '\u{1f600}.png', size: 7, modified_at: 20, created_at: 5 },
  { name: '\uffe5.png', size: 7, modified_at: 20, created_at: 5 },
  { name: 'c', size: 0, modified_at: 40, created_at: 1 },
  { name: 'z 2', kind: 'folder', modified_at: 25, created_at: 2 },
  { name: 'z 10', kind: 'folder', modified_at: 15, created_at: 6 },
  { name: 'a folder', kind: 'folder', modified_at: 35, created_at: 4 },
]

/** What a person expects, by the simplest means: sort all that is there. */
function expected({ orderBy, direction, foldersFirst }: Listing): string[] {
  const node = (entry: Entry) => ({
    ...plantedNode({
      drive_id: '',
      id: '',
      parent_id: '',
      kind: entry.kind ?? 'file',
      name: entry.name,
      now: 0,
    }),
    ...entry,
  })
  const column = { size: 'size', modified: 'modified_at', created: 'created_at', type: 'type' }
  const value = (row: NodeRow) =>
    orderBy === 'name' ? 0 : row[column[orderBy] as 'size' | 'type' | 'modified_at']
  const compare = (a: NodeRow, b: NodeRow) => {
    const [x, y] = [value(a), value(b)]
    if (x !== y) return x < y ? -1 : 1
    return Buffer.compare(Buffer.from(a.sort_key.slice(1)), Buffer.from(b.sort_key.slice(1)))
  }
  const sign = direction === 'asc' ? 1 : -1
  return ENTRIES.map(node)
    .sort((a, b) => {
      if (foldersFirst && a.kind !== b.kind) return a.kind === 'folder' ? -1 : 1
      return sign * compare(a, b)
    })
    .map(({ name }) => name)
}

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  describe('order of a listing', () => {
    for (const orderBy of ORDERS) {
      test(`a listing by ${orderBy} has the right order in both directions, folders first or mixed, at any page size`, async () => {
        const drive = await open()
        await fill(drive, ENTRIES)
        for (const direction of ['asc', 'desc'] as const) {
          for (const foldersFirst of [true, false]) {
            const listing = { ...byName, orderBy, direction, foldersFirst }
            for (const size of [1, 2, 3, 9, 100]) {
              expect(await walk(drive, listing, { size })).toEqual(expected(listing))
            }
          }
        }
      })
    }

    test('folders are sorted by name in a listing by size or type', async () => {
      const drive = await open()
      await fill(drive, ENTRIES)
      for (const orderBy of ['size', 'type'] as const) {
        const names = await walk(drive, { ...byName, orderBy })
        expect(names.slice(0, 3)).toEqual(['a folder', 'z 2', 'z 10'])
      }
    })

    test('an unchanged entry is listed exactly once while others are added and removed between pages', async () => {
      for (const orderBy of ORDERS) {
        for (const foldersFirst of orderBy === 'name' ? [true, false] : [false]) {
          const drive = await open()
          const staying = Array.from({ length: 40 }, (_, index) => ({
            name: `stay ${index}.t${index % 3}`,
            kind: index % 4 === 0 ? ('folder' as const) : ('file' as const),
            size: index % 4 === 0 ? 0 : index % 7,
            modified_at: index % 5,
            created_at: index % 6,
          }))
          const leaving = Array.from({ length: 20 }, (_, index) => ({ name: `go ${index}` }))
          await fill(drive, [...staying, ...leaving])
          let round = 0
          const names = await walk(
            drive,
            { ...byName, orderBy, foldersFirst },
            {
              size: 7,
              async between() {
                round++
                await drive.db.write((writer) =>
                  writer
                    .deleteFrom('nodes')
                    .where('name', 'in', [`go ${round}`])
                    .execute(),
                )
                await drive.nodes.createFolder('ana', {
                  parentId: 'root',
                  name: `come ${round}`,
                  conflict: 'fail',
                })
              },
            },
          )
          expect(new Set(names).size).toBe(names.length)
          const stayed = new Set(names.filter((name) => name.startsWith('stay')))
          expect(stayed.size).toBe(staying.length)
        }
      }
    })
  })

  describe('filters of a listing', () => {
    const entries: Entry[] = [
      { name: 'photo.jpg', size: 10, modified_at: 10, mime_type: 'image/jpeg', starred_at: 1 },
      { name: 'film.mp4', size: 1000, modified_at: 20, mime_type: 'video/mp4', tags: ['trip'] },
      { name: 'song.mp3', size: 100, modified_at: 30, mime_type: 'audio/mpeg' },
      { name: 'note.txt', size: 1, modified_at: 40, mime_type: 'text/plain; charset=utf-8' },
      { name: 'paper.pdf', size: 2, modified_at: 50, mime_type: 'application/pdf' },
      { name: 'old.zip', size: 3, modified_at: 60, mime_type: 'application/zip', tags: ['x'] },
      { name: 'raw', size: 4, modified_at: 70, tags: ['trip', 'x'] },
      { name: 'Trips', kind: 'folder', modified_at: 15, starred_at: 2, tags: ['trip'] },
    ]
    const cases: [ListFilter, string[]][] = [
      [{ kind: 'folder' }, ['Trips']],
      [{ kind: 'file', starred: true }, ['photo.jpg']],
      [{ starred: true }, ['Trips', 'photo.jpg']],
      [{ starred: false, kind: 'folder' }, []],
      [{ typeGroup: 'image' }, ['photo.jpg']],
      [{ typeGroup: 'video' }, ['film.mp4']],
      [{ typeGroup: 'audio' }, ['song.mp3']],
      [{ typeGroup: 'document' }, ['note.txt', 'paper.pdf']],
      [{ typeGroup: 'archive' }, ['old.zip']],
      [{ typeGroup: 'image', kind: 'folder' }, []],
      [{ sizeMin: 100 }, ['film.mp4', 'song.mp3']],
      [{ sizeMax: 2 }, ['note.txt', 'paper.pdf']],
      [{ sizeMin: 3, sizeMax: 10 }, ['old.zip', 'photo.jpg', 'raw']],
      [{ modifiedBefore: 15 }, ['Trips', 'photo.jpg']],
      [{ modifiedAfter: 60 }, ['old.zip', 'raw']],
      [{ modifiedAfter: 15, modifiedBefore: 20 }, ['Trips', 'film.mp4']],
      [{ tag: 'trip' }, ['Trips', 'film.mp4', 'raw']],
      [{ tag: 'trip', sizeMin: 5 }, ['film.mp4']],
      [{ tag: "' or 1=1 --" }, []],
      [{ name: 'Trips' }, ['Trips']],
      [{ name: 'film.mp4' }, ['film.mp4']],
      [{ name: 'FILM.mp4' }, []],
      [{ name: 'film.mp4', kind: 'folder' }, []],
      [{ name: 'film.mp4', sizeMax: 2 }, []],
    ]

    test('every filter lists exactly the matching entries, in every order', async () => {
      const drive = await open()
      await fill(drive, entries)
      for (const [filter, names] of cases) {
        expect(await walk(drive, { ...byName, filter }), JSON.stringify(filter)).toEqual(names)
        for (const orderBy of ORDERS) {
          for (const direction of ['asc', 'desc'] as const) {
            const listing: Listing = { orderBy, direction, foldersFirst: false, filter }
            expect((await walk(drive, listing, { size: 1 })).sort()).toEqual(names.toSorted())
          }
        }
      }
    })

    test('a rare match in a large folder is found over several pages, some possibly empty', async () => {
      const drive = await open()
      await insertManyFiles(drive.db, await drive.drives.of('ana'), 20_500)
      await fill(drive, [
        { name: 'aaa', starred_at: 1, kind: 'folder' },
        { name: 'zzz', starred_at: 1 },
      ])
      for (const foldersFirst of [true, false]) {
        const listing: Listing = { ...byName, foldersFirst, filter: { starred: true } }
        let pages = 1
        const count = async () => {
          pages++
        }
        expect(await walk(drive, listing, { size: 10, between: count })).toEqual(['aaa', 'zzz'])
        expect(pages).toBeGreaterThan(1)
        expect(pages).toBeLessThan(6)
      }
    })

    test('one name in a large folder is found at once, wherever it stands', async () => {
      const drive = await open()
      await insertManyFiles(drive.db, await drive.drives.of('ana'), 20_500)
      await fill(drive, [{ name: 'zzz' }])
      for (const orderBy of ORDERS) {
        const listing: Listing = { ...byName, orderBy, filter: { name: 'zzz' } }
        const page = await drive.nodes.list('ana', 'root', { size: 10, token: undefined }, listing)
        expect(page.nodes.map(({ name }) => name)).toEqual(['zzz'])
        expect(page.nextPageToken).toBeUndefined()
      }
    })
  })

  describe('page tokens of a listing', () => {
    test('a page token of another folder, order, direction, grouping or filter is rejected', async () => {
      const drive = await open()
      await fill(drive, ENTRIES)
      const listing: Listing = { ...byName, orderBy: 'size' }
      const first = await drive.nodes.list('ana', 'root', { size: 4, token: undefined }, listing)
      const token = first.nextPageToken ?? ''
      const others: Listing[] = [
        byName,
        { ...listing, orderBy: 'modified' },
        { ...listing, direction: 'desc' },
        { ...listing, foldersFirst: false },
        { ...listing, filter: { kind: 'file' } },
        { ...listing, filter: { tag: 'a' } },
      ]
      for (const other of others) {
        const asked = drive.nodes.list('ana', 'root', { size: 4, token }, other)
        expect(await refusal(asked), JSON.stringify(other)).toBe('invalid_argument')
      }
      const elsewhere = drive.nodes.list('ana', 'n6', { size: 4, token }, listing)
      expect(await refusal(elsewhere)).toBe('invalid_argument')
      const next = await drive.nodes.list('ana', 'root', { size: 4, token }, listing)
      expect(next.nodes).toHaveLength(4)
    })

    test('a page token that was tampered with is rejected', async () => {
      const drive = await open()
      await fill(drive, ENTRIES)
      const listing: Listing = { ...byName, orderBy: 'size' }
      const first = await drive.nodes.list('ana', 'root', { size: 1, token: undefined }, listing)
      const parts = JSON.parse(Buffer.from(first.nextPageToken ?? '', 'base64url').toString())
      const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
      for (const bad of [
        [parts[0]],
        [parts[0], 3],
        [parts[0], 0, 'x', 'y'],
        [parts[0], 0, 1.5, 'y'],
        [parts[0], 0, 1, 'y\0'],
        [parts[0], 0, 1, '\ud800'],
        [parts[0], 0, 1],
        [parts[0], 0, 1, 'y', 1],
      ]) {
        const page = { size: 1, token: encode(bad) }
        const asked = drive.nodes.list('ana', 'root', page, listing)
        expect(await refusal(asked), JSON.stringify(bad)).toBe('invalid_argument')
      }
    })
  })
})

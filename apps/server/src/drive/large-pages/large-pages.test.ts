import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { NodeRow } from '../../db/tables.ts'
import { onEachDatabase } from '../../db/testing.ts'
import type { ListFilter } from '../nodes/list-filter.ts'
import { type LargePages, type PageQuestion, toPageAnswer } from '../nodes/list-page.ts'
import { byName, type Listing } from '../nodes/listing.ts'
import { toTagList } from '../nodes/tags.ts'
import { plantedNode, plantStars } from '../nodes/testing.ts'
import { toFileWith } from '../nodes/to-file.ts'
import { joinDrive, type TestDrive } from '../testing.ts'
import { type ForPeople, forPeople } from '../testing-access.ts'
import { createLargePages } from './large-pages.ts'

const ENTRIES = 450
const SIZE = 250
const LETTERS = ['a', 'ñ', '文', '\u{1f600}']

onEachDatabase((openDatabase, kind) => {
  async function open() {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore())
    return {
      drive,
      largePages: forPeople(
        createLargePages({ ...drive, links: drive.thumbnails.linkSettings }),
        drive.ownDrive,
      ),
    }
  }

  if (kind === 'postgres') {
    test('with PostgreSQL, a large page is not read in a worker thread', async () => {
      const { drive, largePages } = await open()
      await fill(drive)
      expect(await largePages.read('ana', question(byName))).toBeUndefined()
    })
    return
  }

  test('the worker thread gives the same bytes as the event loop, in every order', async () => {
    const { drive, largePages } = await open()
    await fill(drive)
    for (const orderBy of ['name', 'size', 'modified', 'created', 'type'] as const) {
      for (const direction of ['asc', 'desc'] as const) {
        for (const foldersFirst of [true, false]) {
          const listing: Listing = { orderBy, direction, foldersFirst, filter: {} }
          expect(await compareAll(drive, largePages, listing)).toBe(ENTRIES)
        }
      }
    }
  })

  test('the worker thread gives the same bytes as the event loop, with every filter', async () => {
    const { drive, largePages } = await open()
    await fill(drive)
    const filters: ListFilter[] = [
      { kind: 'folder' },
      { kind: 'file' },
      { typeGroup: 'image' },
      { starred: true },
      { starred: false },
      { tag: 'trip' },
      { sizeMin: 10, sizeMax: 20 },
      { modifiedAfter: 100, modifiedBefore: 500 },
      { kind: 'file', tag: 'trip', typeGroup: 'image', sizeMin: 3 },
    ]
    for (const filter of filters) {
      const found = await compareAll(drive, largePages, { ...byName, filter })
      expect(found, JSON.stringify(filter)).toBeGreaterThan(0)
      expect(found, JSON.stringify(filter)).toBeLessThan(ENTRIES)
    }
  })

  test('small pages and invalid requests are left to the event loop', async () => {
    const { drive, largePages } = await open()
    await fill(drive)
    const small = { ...question(byName), page: { size: 200, token: undefined } }
    expect(await largePages.read('ana', small)).toBeUndefined()
    expect(await largePages.read('ana', question(byName, 'no token'))).toBeUndefined()
    const notAFolder = { ...question(byName), parentId: 'n1' }
    expect(await largePages.read('ana', notAFolder)).toBeUndefined()
  })

  test('the worker thread does not read a folder of another drive', async () => {
    const { drive, largePages } = await open()
    await fill(drive)
    const folder = { ...question(byName), parentId: 'n0' }
    expect(await largePages.read('ana', folder)).toBeDefined()
    expect(await largePages.read('ben', folder)).toBeUndefined()
  })

  test('a page from the worker thread contains every earlier write', async () => {
    const { drive, largePages } = await open()
    for (let n = 1; n <= 20; n++) {
      const name = `folder ${n}`
      await drive.nodes.createFolder('ana', { parentId: 'root', name, conflict: 'fail' })
      const bytes = await largePages.read('ana', question(byName))
      const { files, seq } = JSON.parse(Buffer.from(bytes ?? []).toString())
      expect(files).toHaveLength(n)
      expect(seq).toBe((await drive.drives.of('ana')).seq)
    }
  })
})

function question(listing: Listing, token?: string): PageQuestion {
  return { parentId: 'root', page: { size: SIZE, token }, listing }
}

/** Goes through all pages both ways and gives how many entries there were. */
async function compareAll(
  drive: TestDrive,
  largePages: ForPeople<LargePages>,
  listing: Listing,
): Promise<number> {
  const ana = await drive.as('ana')
  const toFile = toFileWith((node) => drive.thumbnails.linkOf(ana, node), drive.clock.now())
  let count = 0
  let token: string | undefined
  do {
    const asked = question(listing, token)
    const bytes = await largePages.read('ana', asked)
    const page = await drive.nodes.list('ana', 'root', asked.page, listing)
    expect(Buffer.from(bytes ?? []).toString()).toBe(JSON.stringify(toPageAnswer(page, toFile)))
    count += page.nodes.length
    token = page.nextPageToken
  } while (token !== undefined)
  return count
}

/** Entries of all sorts, as rows. */
async function fill({ db, drives }: TestDrive): Promise<void> {
  const { id: drive_id, root_id: parent_id } = await drives.of('ana')
  const tagged: string[] = []
  const rows = Array.from({ length: ENTRIES }, (_, n): NodeRow => {
    const id = `n${n}`
    const isFolder = n % 9 === 0
    const hasTag = n % 5 === 0
    if (hasTag) tagged.push(id)
    const entry = {
      drive_id,
      id,
      parent_id,
      kind: isFolder ? 'folder' : 'file',
      name: `${LETTERS[n % LETTERS.length]} ${n}.${n % 2 ? 'png' : 'TXT'}${n % 70 ? '' : ' .'}`,
      now: n % 31,
    } as const
    return {
      ...plantedNode(entry),
      ...(!isFolder && {
        version_id: `v${n}`,
        hash: `h${n}`,
        size: n % 40,
        mime_type: n % 2 ? 'image/png' : 'text/plain; charset=utf-8',
      }),
      modified_at: (n * 7) % 700,
      description: n % 6 ? null : `"${n}"\n\u2028`,
      tag_list: hasTag ? toTagList(['trip']) : null,
    }
  })
  await db.write(async (writer) => {
    for (let at = 0; at < rows.length; at += 300) {
      const some = rows.slice(at, at + 300)
      await writer.insertInto('nodes').values(some).execute()
    }
    const tags = tagged.map((node_id) => ({ drive_id, node_id, tag: 'trip' }))
    await writer.insertInto('node_tags').values(tags).execute()
  })
  const starred = rows.filter((_, n) => n % 4 === 0)
  const stars = starred.map(({ id }, n) => ({ drive_id, node_id: id, starred_at: n }))
  await plantStars(db, 'ana', stars)
}

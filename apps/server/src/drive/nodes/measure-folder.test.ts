import type { ListOrder } from '@awan/protocol/drive'
import { describe, expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { joinDrive, refusal, type TestDrive } from '../testing.ts'
import { byName, type Listing } from './listing.ts'
import { insertManyFiles } from './testing.ts'

const ORDERS: readonly ListOrder[] = ['name', 'size', 'modified', 'created', 'type']

async function fill(drive: TestDrive, { folders, files }: { folders: number; files: number }) {
  for (let n = 0; n < folders; n++) {
    await drive.nodes.createFolder('ana', {
      parentId: 'root',
      name: `Folder ${n}`,
      conflict: 'fail',
    })
  }
  await insertManyFiles(drive.db, await drive.drives.of('ana'), files)
}

async function walk(drive: TestDrive, listing: Listing, size: number) {
  const names: string[] = []
  let token: string | undefined
  do {
    const page = await drive.nodes.list('ana', 'root', { size, token }, listing)
    names.push(...page.nodes.map(({ name }) => name))
    token = page.nextPageToken
  } while (token !== undefined)
  return names
}

onEachDatabase((open) => {
  describe('measuring a listing', () => {
    test('each page token leads to the same page as paging from the start, in every order', async () => {
      const drive = joinDrive(await open(), createMemoryBlobStore())
      await fill(drive, { folders: 7, files: 61 })
      for (const orderBy of ORDERS) {
        for (const direction of ['asc', 'desc'] as const) {
          const listing = { ...byName, orderBy, direction }
          const names = await walk(drive, listing, 100)
          const measure = await drive.nodes.measure('ana', 'root', listing, { pageSize: 5 })
          expect(measure).toMatchObject({ count: 68, every: 5 })
          expect(measure.pageTokens).toHaveLength(13)
          expect(measure.folders).toBe(7)
          for (const [index, token] of (measure.pageTokens ?? []).entries()) {
            const page = await drive.nodes.list('ana', 'root', { size: 5, token }, listing)
            const from = (index + 1) * 5
            expect(page.nodes.map(({ name }) => name)).toEqual(names.slice(from, from + 5))
          }
        }
      }
    })

    test('the position of an entry is found without reading the pages before it, in every order', async () => {
      const drive = joinDrive(await open(), createMemoryBlobStore())
      await fill(drive, { folders: 3, files: 20 })
      for (const orderBy of ORDERS) {
        for (const direction of ['asc', 'desc'] as const) {
          const listing = { ...byName, orderBy, direction }
          const page = { size: 100, token: undefined }
          const { nodes } = await drive.nodes.list('ana', 'root', page, listing)
          for (const at of [0, 2, 3, 11, 22]) {
            const positionOf = nodes[at]?.id
            const asked = { pageSize: 5, positionOf }
            const { position } = await drive.nodes.measure('ana', 'root', listing, asked)
            expect(position).toBe(at)
          }
        }
      }
    })

    test('an entry that is not in the listing has no position', async () => {
      const drive = joinDrive(await open(), createMemoryBlobStore())
      const trips = await drive.nodes.createFolder('ana', {
        parentId: 'root',
        name: 'Trips',
        conflict: 'fail',
      })
      const below = await drive.nodes.createFolder('ana', {
        parentId: trips.id,
        name: 'Alps',
        conflict: 'fail',
      })
      const strange = await drive.nodes.createFolder('budi', {
        parentId: 'root',
        name: 'Sea',
        conflict: 'fail',
      })
      const positionIn = async (listing: Listing, positionOf: string) =>
        (await drive.nodes.measure('ana', 'root', listing, { pageSize: 5, positionOf })).position
      expect(await positionIn(byName, trips.id)).toBe(0)
      for (const id of [below.id, strange.id, 'never']) {
        expect(await positionIn(byName, id)).toBeUndefined()
      }
      expect(await positionIn({ ...byName, filter: { kind: 'file' } }, trips.id)).toBeUndefined()
    })

    test('no page token leads to an empty page, in an empty folder or after a full last page', async () => {
      const drive = joinDrive(await open(), createMemoryBlobStore())
      expect(await drive.nodes.measure('ana', 'root', byName, { pageSize: 5 })).toMatchObject({
        count: 0,
        pageTokens: [],
      })
      await fill(drive, { folders: 5, files: 5 })
      const { count, pageTokens } = await drive.nodes.measure('ana', 'root', byName, {
        pageSize: 5,
      })
      expect({ count, tokens: pageTokens?.length }).toEqual({ count: 10, tokens: 1 })
    })

    test('a large folder has page tokens at larger steps, which still lead to the right entries', async () => {
      const drive = joinDrive(await open(), createMemoryBlobStore())
      await fill(drive, { folders: 1, files: 4_501 })
      const { count, every, pageTokens } = await drive.nodes.measure('ana', 'root', byName, {
        pageSize: 1,
      })
      expect({ count, every, tokens: pageTokens?.length }).toEqual({
        count: 4_502,
        every: 4,
        tokens: 1_125,
      })
      const names = await walk(drive, byName, 1_000)
      const token = pageTokens?.[1_000]
      const { nodes } = await drive.nodes.list('ana', 'root', { size: 4, token })
      expect(nodes.map(({ name }) => name)).toEqual(names.slice(4_004, 4_008))
    })

    test('a listing of mixed folders and files has a count, one filtered by star has none', async () => {
      const drive = joinDrive(await open(), createMemoryBlobStore())
      await fill(drive, { folders: 2, files: 9 })
      const mixed = { ...byName, foldersFirst: false }
      expect(await drive.nodes.measure('ana', 'root', mixed, { pageSize: 5 })).toMatchObject({
        count: 11,
        pageTokens: undefined,
      })
      const filtered = { ...byName, filter: { starred: true } }
      expect(await drive.nodes.measure('ana', 'root', filtered, { pageSize: 5 })).toMatchObject({
        count: undefined,
        pageTokens: undefined,
      })
      const onlyFolders = { ...byName, filter: { kind: 'folder' as const } }
      expect(await drive.nodes.measure('ana', 'root', onlyFolders, { pageSize: 5 })).toMatchObject({
        count: 2,
      })
    })

    test("a folder of another person's drive answers not_found, like one that never existed", async () => {
      const drive = joinDrive(await open(), createMemoryBlobStore())
      const folder = await drive.nodes.createFolder('ana', {
        parentId: 'root',
        name: 'Trips',
        conflict: 'fail',
      })
      const answers = [folder.id, 'never'].map((id) =>
        refusal(drive.nodes.measure('budi', id, byName, { pageSize: 5 })),
      )
      expect(await Promise.all(answers)).toEqual(['not_found', 'not_found'])
    })
  })
})

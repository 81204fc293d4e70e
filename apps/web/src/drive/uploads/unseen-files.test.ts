import { type UploadEntries, type UploadEntry, unreadableCause } from '@awan/client/upload-manager'
import { expect, test } from 'vitest'
import type { KeptFile } from './kept-additions.ts'
import { FOLDER_SIZE, UNKNOWN_FOLDER_SIZE, UNKNOWN_SIZE } from './match-again.ts'
import { createReplacements } from './replacements.ts'
import { NOT_SHOWN, unseenOf } from './unseen-files.ts'

const FILES: KeptFile[] = [
  ['trip/a.txt', 1, 1000],
  ['trip/what?.txt', 2, 2000],
  ['trip/locked?.txt', UNKNOWN_SIZE, 0],
  ['trip/empty?', FOLDER_SIZE, 0],
]
const written = { files: FILES, isWhole: true, folders: ['trip'] }

test('recorded files that the handles no longer show are listed as unreadable, and folders are created', async () => {
  const unseen = [...unseenOf(written, new Set(['trip/a.txt']), createReplacements())]
  expect(unseen).toMatchObject([
    { path: 'trip/what?.txt', kind: 'unreadable', size: 2, modified_time: toTime(2000) },
    { path: 'trip/locked?.txt', kind: 'unreadable' },
    { path: 'trip/empty?', kind: 'folder' },
  ])
  expect(unseen.map((entry) => 'error' in entry && unreadableCause(entry.error))).toEqual([
    NOT_SHOWN,
    NOT_SHOWN,
    false,
  ])
  const everything = new Set(FILES.map(([path]) => path))
  expect([...unseenOf(written, everything, createReplacements())]).toEqual([])
})

test('a folder with an incomplete record is asked for again, and adds the files not yet known', async () => {
  const replacements = createReplacements()
  const half = { ...written, files: [], isWhole: false }
  const unseen = replacements.offerTo(unseenOf(half, new Set(['trip/a.txt']), replacements))
  const [folder] = await collect(unseen)
  expect(folder).toMatchObject({ path: 'trip', kind: 'unreadable', isFolder: true })
  expect(await lookAgain(folder)).toEqual([])
  replacements.take(['trip/a.txt', 'trip/b?.txt', 'trips/c.txt'].map(toFile))
  expect(await lookAgain(folder)).toMatchObject([{ path: 'trip/b?.txt' }])
})

test('a folder that could not be listed is asked for again, whatever its handle shows', () => {
  const files: KeptFile[] = [['trip/closed', UNKNOWN_FOLDER_SIZE, 0]]
  const seen = new Set(['trip/closed', 'trip/closed/a.txt'])
  expect([...unseenOf({ ...written, files }, seen, createReplacements())]).toMatchObject([
    { path: 'trip/closed', kind: 'unreadable', isFolder: true },
  ])
})

test('a file that is chosen again replaces one that cannot be read', async () => {
  const replacements = createReplacements()
  const where = { path: 'b.txt', source: new Blob(['from where it was']) }
  const entries: UploadEntry[] = [
    { path: 'a.txt', source: new Blob() },
    { path: 'b.txt', source: new Blob(), retry: () => [where] },
    { path: 'empty', kind: 'folder' },
  ]
  const [a, b, empty] = await collect(replacements.offerTo(entries))
  expect(empty).toEqual(entries[2])
  expect(await lookAgain(a), 'the same is tried again').toEqual([])
  expect(await lookAgain(b)).toMatchObject([where])
  const chosen = [toFile('a.txt'), toFile('b.txt')]
  replacements.take(chosen)
  expect(await lookAgain(a)).toMatchObject([{ path: 'a.txt', source: chosen[0] }])
  expect(await lookAgain(b)).toMatchObject([{ path: 'b.txt', source: chosen[1] }])
})

async function lookAgain(entry: UploadEntry | undefined): Promise<UploadEntry[]> {
  return entry && 'retry' in entry ? collect(entry.retry?.(entry.path) ?? []) : []
}

async function collect(entries: UploadEntries): Promise<UploadEntry[]> {
  const found: UploadEntry[] = []
  for await (const entry of entries) found.push(entry)
  return found
}

function toFile(path: string): File {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return Object.assign(new File([path], name), { webkitRelativePath: path })
}

function toTime(ms: number): string {
  return new Date(ms).toISOString()
}

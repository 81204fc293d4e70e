import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { UploadEntry } from '../upload-entry.ts'
import type { JournalRecord } from '../upload-journal.ts'
import { createFileJournal, fromDirectory } from './index.ts'

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'awan-node-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function collect(entries: AsyncIterable<UploadEntry>): Promise<UploadEntry[]> {
  const found: UploadEntry[] = []
  for await (const entry of entries) found.push(entry)
  return found
}

const record = (path: string): JournalRecord => ({
  key: `root/${path}`,
  path,
  parent_id: 'root',
  upload_id: 'u1',
  size: 5,
  modified_time: undefined,
  head: undefined,
})

test('reading a directory lists files with size and time and empty folders, and ignores broken and circular links', async () => {
  const folder = await createFolder()
  await mkdir(join(folder, 'trip/empty'), { recursive: true })
  await writeFile(join(folder, 'trip/a.txt'), 'hello')
  await utimes(join(folder, 'trip/a.txt'), 100, 100)
  await symlink(join(folder, 'trip/a.txt'), join(folder, 'trip/link'))
  await symlink(folder, join(folder, 'trip/circle'))
  await symlink(join(folder, 'nowhere'), join(folder, 'trip/broken'))
  const found = await collect(fromDirectory(join(folder, 'trip')))
  const sorted = found.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const facts = { size: 5, modified_time: '1970-01-01T00:01:40.000Z' }
  expect(sorted).toEqual([
    { path: 'trip/a.txt', source: expect.any(Function), ...facts },
    { path: 'trip/empty', kind: 'folder' },
    { path: 'trip/link', source: expect.any(Function), ...facts },
  ])
  const inside = await collect(fromDirectory(join(folder, 'trip'), { isContentOnly: true }))
  expect(inside.map(({ path }) => path).sort()).toEqual(['a.txt', 'empty', 'link'])
})

test('an unreadable folder is listed as such and can be retried', async () => {
  const folder = await createFolder()
  const gone = join(folder, 'gone')
  const [unread] = await collect(fromDirectory(gone))
  expect(unread).toMatchObject({ path: 'gone', kind: 'unreadable', isFolder: true })
  await mkdir(gone)
  await writeFile(join(gone, 'a.txt'), 'hello')
  const retry = unread && 'retry' in unread ? unread.retry : undefined
  const found = await collect(retry?.('gone') as AsyncIterable<UploadEntry>)
  expect(found.map(({ path }) => path)).toEqual(['gone/a.txt'])
})

test('a file journal survives the process, and an incomplete record is ignored', async () => {
  const folder = join(await createFolder(), 'journal')
  const journal = createFileJournal(folder)
  expect(await journal.list()).toEqual([])
  expect(await journal.get('root/a')).toBeUndefined()
  await journal.put(record('a'))
  await journal.put(record('b'))
  const next = createFileJournal(folder)
  expect(await next.get('root/a')).toEqual(JSON.parse(JSON.stringify(record('a'))))
  expect((await next.list()).map(({ path }) => path).sort()).toEqual(['a', 'b'])
  await next.remove('root/a')
  const [left = ''] = await readdir(folder)
  await writeFile(join(folder, left), '{"key":"ro')
  expect(await next.get('root/b')).toBeUndefined()
  expect(await next.list()).toEqual([])
})

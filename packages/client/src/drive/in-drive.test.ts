import { expect, test } from 'vitest'
import type { Call } from '../request/call.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import type { DriveHost } from './drive-host.ts'
import { inDrive } from './in-drive.ts'
import { createDriveClient } from './index.ts'
import { createUploadManager } from './upload-manager/create-upload-manager.ts'
import { createMemoryJournal, journalOfDrive } from './upload-manager/upload-journal.ts'

interface Sent extends Partial<Call> {
  way: 'request' | 'open'
  path: string
}

const UPLOAD = {
  id: 'u1',
  ...{ parent_id: 'root', name: 'a', size: 3, block_size: 4096, blocks_per_put: 1 },
  ...{ missing: [[0, 0]], expires_time: '2030-01-01T00:00:00Z' },
}

/** A host that notes every call and answers with something that fits most of them. */
function createNotingHost() {
  const sent: Sent[] = []
  const runtime = createMemoryRuntime()
  const note = (way: Sent['way']) => async (_method: string, path: string, call?: Call) => {
    sent.push({ way, ...call, path })
    if (way === 'open') return new Response('event: seq\ndata: {}\n\n')
    if (path === '/drive/v1/uploads:bundle') return { results: [{ file: { id: 'f' } }] }
    if (path.startsWith('/drive/v1/uploads')) {
      return path.endsWith('/blocks') || path.endsWith('{first}')
        ? { missing: [] }
        : { ...UPLOAD, missing: path.endsWith('/commit') ? [] : UPLOAD.missing }
    }
    return { files: [], drives: [], task_id: 't', phase: 'done' }
  }
  const host = { runtime, origins: [''], request: note('request'), open: note('open') }
  return { host: host as unknown as DriveHost, sent }
}

type Method = (...given: unknown[]) => unknown

/** Every method of the drive, by its name. */
function methodsOf(part: object, name = ''): [string, Method][] {
  return Object.entries(part).flatMap(([key, value]): [string, Method][] =>
    typeof value === 'function'
      ? [[name + key, value as Method]]
      : methodsOf(value as object, `${name + key}.`),
  )
}

/** What a method is given where two texts would not do. */
const given: Record<string, unknown[]> = {
  'files.list': [{ parent_id: 'p' }],
  'files.measure': [{ parent_id: 'p' }],
  'files.createFolder': [{ name: 'n' }],
  'files.update': ['x', { name: 'n' }, { etag: '"x.1"' }],
  'files.zip': [['x']],
  'files.download': ['x', { range: { start: 0, end: 1 } }],
  'files.thumbnail': ['x', { size: '512' }],
  'files.media': ['x'],
  'lists.count': [{ place: 'drive' }],
  'lists.measurePhotos': [{}],
  'lists.photoTimes': [['x']],
  'search.find': [{ q: 'x' }],
  'shares.withMe': [{}],
  'shares.byMe': [{}],
  'shares.leave': [{ id: 'g', drive_id: 'd3' }],
  'shares.suggest': [{}],
  'shares.events': [{}],
  'tasks.wait': [{ task_id: 't' }],
  'uploads.upload': [new Blob(['abc']), { name: 'a' }],
  'uploads.bundle': [[{ path: 'a', content: new Blob(['abc']) }], {}],
  'paths.put': ['a/b', new Blob(['abc'])],
}

async function callAll(driveId: string | undefined) {
  const { host, sent } = createNotingHost()
  const drive = createDriveClient(host, { driveId })
  const silent: string[] = []
  for (const [name, method] of methodsOf(drive)) {
    const before = sent.length
    const args = given[name] ?? (name.includes('list') ? [{}] : ['x', 'y'])
    // An answer that does not fit is of no matter: what counts is what was asked.
    const answer = await Promise.resolve(method(...args)).catch(() => undefined)
    if (answer && typeof answer === 'object' && Symbol.asyncIterator in answer) {
      for await (const _ of answer as AsyncIterable<unknown>) break
    }
    if (sent.length === before) silent.push(name)
  }
  return { sent, silent }
}

test('every call of a drive client sends the id of its drive', async () => {
  const { sent, silent } = await callAll('d2')
  expect(silent).toEqual([])
  expect(sent.length).toBeGreaterThan(40)
  const forgetful = sent.filter(({ query }) => query?.drive_id !== 'd2').map(({ path }) => path)
  // The list of the drives, and of what is shared in any of them, is not of one of them.
  expect(forgetful).toEqual([
    '/drive/v1/drives',
    '/drive/v1/shared_with_me',
    '/drive/v1/shared_by_me',
    '/drive/v1/shared_with_me/{id}',
    '/drive/v1/shared_with_me/{id}',
    '/drive/v1/grantees',
    '/drive/v1/changes/events',
  ])
  const paths = sent.map(({ path }) => path)
  expect(paths).toContain('/drive/v1/changes/events')
  expect(paths).toContain('/drive/v1/uploads:bundle')
  expect(paths).toContain('/drive/v1/uploads/{id}/commit')
  expect(paths).toContain('/drive/v1/files:zip')
})

test('adding the drive id keeps the other parameters of a call', async () => {
  const { host, sent } = createNotingHost()
  await createDriveClient(host, { driveId: 'd2' }).files.list({ parent_id: 'p', page_size: 5 })
  expect(sent[0]).toMatchObject({
    auth: true,
    query: { parent_id: 'p', page_size: 5, drive_id: 'd2' },
  })
})

test('calls to the user’s own drive send no drive id', async () => {
  const { host } = createNotingHost()
  expect(inDrive(host, undefined)).toBe(host)
  const { sent } = await callAll(undefined)
  const naming = sent.filter(({ query }) => query && 'drive_id' in query).map(({ path }) => path)
  // What one renames for oneself, or leaves, is in the drive of somebody else.
  const share = '/drive/v1/shared_with_me/{id}'
  expect(naming).toEqual([share, share])
})

test('every call of an upload manager sends the id of its drive', async () => {
  const { host, sent } = createNotingHost()
  const uploads = createUploadManager(host, { driveId: 'd2', tellEveryMs: 0 })
  await uploads.add(
    [
      { path: 'a.txt', source: new Blob(['abc']) },
      { path: 'b', kind: 'folder' },
    ],
    { skipSame: true, parent_id: 'p' },
  )
  await expect.poll(() => sent.map(({ path }) => path)).toContain('/drive/v1/uploads:bundle')
  uploads.dispose()
  expect(sent.every(({ query }) => query?.drive_id === 'd2')).toBe(true)
})

test('the upload journal keeps the same path in two drives separate', async () => {
  const journal = createMemoryJournal()
  const record = { key: 'root/a', path: 'a', parent_id: 'root', size: 1 } as never
  await journalOfDrive(journal, 'd1').put(record)
  expect(await journalOfDrive(journal, 'd2').get('root/a')).toBeUndefined()
  expect(await journalOfDrive(journal, undefined).get('root/a')).toBeUndefined()
  expect(await journalOfDrive(journal, 'd1').get('root/a')).toMatchObject({ path: 'a' })
})

import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { systemRandom } from '../../kernel/id.ts'
import { type PackedEntry, packZip } from '../../kernel/zip/testing.ts'
import { createGrants } from '../access/grants.ts'
import { takeLock } from '../access/hold-lock.ts'
import { openNode } from '../access/open-node.ts'
import { SMALL_CONTENT_BYTES } from '../contents/store-content.ts'
import { setQuota } from '../quota/quotas.ts'
import { LEASE_MS } from '../tasks/task-runner.ts'
import { joinDrive, onEachDrive, refusal, someBytes, type TestDrive } from '../testing.ts'
import { findMiscounts, pathsBelow } from '../testing-tree.ts'
import { beginExtract, digest, packWithPython, readTree, taskOf } from './testing.ts'

/** More than one block, so that it goes through an upload; deflating makes the second much smaller. */
const LARGE = someBytes(3 * BLOCK_BYTES + 12_345)
const LONG_TEXT = Buffer.from('hello '.repeat(1_000_000))

const text = (words: string) => Buffer.from(words)

const byNumber = new Intl.Collator('en', { numeric: true }).compare

onEachDatabase((openDatabase) => {
  async function open(options: Parameters<typeof joinDrive>[2] = {}, db?: Database) {
    return joinDrive(db ?? (await openDatabase()), createMemoryBlobStore(), {
      partMs: 0,
      ...options,
    })
  }

  /** What became of an archive that lies in the top folder. */
  async function extract(drive: TestDrive, zip: Buffer, name = 'a.zip') {
    const archive = await drive.upload('ana', name, zip)
    const { id } = await beginExtract(drive, archive.id)
    await drive.runner.run()
    await drive.tasks.begin('ana', 'trash', { ids: [archive.id] })
    const task = await taskOf(drive, id)
    return { ...task, tree: await readTree(drive), archive }
  }

  const pack = (...entries: PackedEntry[]) => packZip(entries)

  test('an archive of Python becomes a folder beside it, with names, contents and dates', async () => {
    const drive = await open()
    const zip = await packWithPython(`
z.writestr('notes/', '')
z.writestr(zipfile.ZipInfo('notes/김민수.txt', (2001, 2, 3, 4, 5, 6)), 'hello')
z.writestr('notes/deep/empty.txt', '')
z.writestr('stored.bin', bytes(range(256)), zipfile.ZIP_STORED)
z.writestr('long.txt', 'hello ' * 1000000)
`)
    const archive = await drive.upload('ana', 'Trip.zip', zip)
    const { id } = await beginExtract(drive, archive.id)
    await drive.runner.run()
    expect(await taskOf(drive, id)).toMatchObject({
      phase: 'complete',
      done: 5,
      total: 5,
      failures: [],
    })
    expect(await readTree(drive)).toEqual({
      'Trip.zip': digest(zip),
      'Trip/': 'folder',
      'Trip/notes/': 'folder',
      'Trip/notes/김민수.txt': 'hello',
      'Trip/notes/deep/': 'folder',
      'Trip/notes/deep/empty.txt': '',
      'Trip/stored.bin': digest(Buffer.from(Array.from({ length: 256 }, (_, i) => i))),
      'Trip/long.txt': digest(LONG_TEXT),
    })
    const page = { size: 9, token: undefined }
    const { hits } = await drive.search.find('ana', { text: '김민수', filter: {} }, page)
    expect(hits.map(({ node }) => node.modified_at)).toEqual([Date.UTC(2001, 1, 3, 4, 5, 6)])
    expect(await findMiscounts(drive)).toEqual([])
  })

  test('archives that were written into a pipe, and in 64 bits, are read', async () => {
    const drive = await open()
    const zip = await packWithPython(`
z.close()
out.close()
out = open(sys.argv[1], 'wb')
z = zipfile.ZipFile(Pipe(out), 'w', zipfile.ZIP_DEFLATED)
with z.open('piped.txt', 'w', force_zip64=True) as f: f.write(b'hello')
with z.open('long.txt', 'w', force_zip64=True) as f: f.write(b'hello ' * 1000000)
`)
    const { phase, tree } = await extract(drive, zip)
    expect([phase, tree]).toEqual([
      'complete',
      { 'a/': 'folder', 'a/piped.txt': 'hello', 'a/long.txt': digest(LONG_TEXT) },
    ])
  })

  test('an archive of the server itself is extracted as it was', async () => {
    const drive = await open()
    const trip = await drive.nodes.createFolder('ana', {
      parentId: 'root',
      name: 'trip',
      conflict: 'fail',
    })
    await drive.upload('ana', 'large.bin', LARGE, { parentId: trip.id })
    await drive.upload('ana', 'small.txt', text('hello'), { parentId: trip.id })
    const zip = { ids: [trip.id], parentId: 'root', name: undefined, conflict: 'rename' } as const
    await drive.compressing.begin(drive.tasks as never, await drive.as('ana'), zip)
    await drive.runner.run()
    const before = await readTree(drive, trip.id)
    const { nodes } = await drive.nodes.list('ana', 'root', { size: 9, token: undefined })
    const archive = nodes.find(({ name }) => name === 'trip.zip')
    await beginExtract(drive, archive?.id ?? '')
    await drive.runner.run()
    // Its folder has the name already, and the folder in it is not nested twice.
    const all = await drive.nodes.list('ana', 'root', { size: 9, token: undefined })
    const made = all.nodes.find(({ name }) => name === 'trip (2)')
    expect(await readTree(drive, made?.id)).toEqual(before)
    expect(await findMiscounts(drive)).toEqual([])
  })

  test('only a folder that everything is in, of the name of the archive, is not made twice', async () => {
    const file = (name: string) => ({ name, bytes: text(name) })
    const pathsOf = async (...names: string[]) => {
      const drive = await open()
      return Object.keys((await extract(drive, pack(...names.map(file)))).tree).sort()
    }
    expect(await pathsOf('a/', 'a/b', 'a/c/d')).toEqual(['a/', 'a/b', 'a/c/', 'a/c/d'])
    expect(await pathsOf('a/b', 'c')).toEqual(['a/', 'a/a/', 'a/a/b', 'a/c'])
    expect(await pathsOf('b/c')).toEqual(['a/', 'a/b/', 'a/b/c'])
    expect(await pathsOf('a')).toEqual(['a/', 'a/a'])
    expect(await pathsOf()).toEqual(['a/'])
  })

  test('what cannot be extracted is a failure with its reason, and the others are extracted', async () => {
    const drive = await open()
    const bytes = text('hello')
    const { phase, done, failures, tree } = await extract(
      drive,
      pack(
        { name: 'first', bytes },
        { name: 'secret', bytes, flags: 0x801 },
        { name: 'packed otherwise', bytes, method: 14 },
        { name: 'link', bytes, mode: 0o120777, method: 0 },
        { name: 'wrong checksum', bytes, says: { crc: 1 } },
        { name: 'a bomb', bytes: LONG_TEXT, says: { sizeBytes: 10 } },
        { name: 'a lie', bytes, says: { sizeBytes: 1e9 } },
        { name: 'no header', bytes, local: { name: 'other name' } },
        { name: '../outside', bytes },
        { name: `${'deep/'.repeat(129)}x`, bytes },
        { name: 'x'.repeat(256), bytes },
        { name: 'nul\0.txt', bytes },
        { name: 'large and wrong', bytes: LARGE, says: { crc: 1 } },
        { name: 'last', bytes },
      ),
    )
    expect([phase, done]).toEqual(['complete', 14])
    expect(failures.map(({ id, name, error, reason }) => [id, name, error, reason])).toEqual([
      ['1', 'secret', 'failed_precondition', 'encrypted'],
      ['2', 'packed otherwise', 'unimplemented', 'method'],
      ['3', 'link', 'failed_precondition', 'link'],
      ['4', 'wrong checksum', 'data_loss', 'damaged'],
      ['5', 'a bomb', 'data_loss', 'damaged'],
      ['6', 'a lie', 'data_loss', 'damaged'],
      ['7', 'no header', 'data_loss', 'damaged'],
      ['8', '../outside', 'invalid_argument', 'name'],
      ['9', `${'deep/'.repeat(129).slice(0, 254)}…`, 'invalid_argument', 'too_deep'],
      ['10', `${'x'.repeat(254)}…`, 'invalid_argument', 'name'],
      ['11', 'nul .txt', 'invalid_argument', 'name'],
      ['12', 'large and wrong', 'data_loss', 'damaged'],
    ])
    expect(tree).toEqual({ 'a/': 'folder', 'a/first': 'hello', 'a/last': 'hello' })
    expect(await findMiscounts(drive)).toEqual([])
    expect(await drive.drives.of('ana')).toMatchObject({ reserved_bytes: 0 })
  })

  test('no path leads out of the new folder', async () => {
    const drive = await open()
    const windows = { host: 0, mode: 0 }
    const names: PackedEntry[] = [
      { name: '/etc/passwd' },
      { name: './a//b/./c' },
      { name: Buffer.from('C:\\Windows\\notes.txt'), ...windows },
      { name: Buffer.from('..\\outside'), ...windows },
      { name: Buffer.from('..\\inside') },
      { name: 'CON' },
      { name: 'x/../../y' },
      { name: '/' },
    ]
    const { tree, failures } = await extract(drive, pack(...names))
    expect(Object.keys(tree).sort()).toEqual(
      [
        'a/',
        'a/..\\inside',
        'a/C:/',
        'a/C:/Windows/',
        'a/C:/Windows/notes.txt',
        'a/CON',
        'a/a/',
        'a/a/b/',
        'a/a/b/c',
        'a/etc/',
        'a/etc/passwd',
      ].sort(),
    )
    expect(failures.map(({ id, reason }) => [id, reason])).toEqual([
      ['3', 'name'],
      ['6', 'name'],
    ])
  })

  test('two entries of one name get a number, also in another form of Unicode, and a file is no folder', async () => {
    const drive = await open()
    const { tree, failures } = await extract(
      drive,
      pack(
        { name: 'é.txt', bytes: text('1') },
        { name: 'é.txt'.normalize('NFD'), bytes: text('2') },
        { name: 'é.txt', bytes: LARGE },
        { name: 'é.txt/inside', bytes: text('3') },
        { name: 'é.txt/large', bytes: LARGE },
      ),
    )
    expect(tree).toEqual({
      'a/': 'folder',
      'a/é.txt': '1',
      'a/é (2).txt': '2',
      'a/é (3).txt': digest(LARGE),
    })
    expect(failures.map(({ id, error }) => [id, error])).toEqual([
      ['3', 'already_exists'],
      ['4', 'already_exists'],
    ])
    expect(await findMiscounts(drive)).toEqual([])
  })

  test.each<[string, string, () => Buffer]>([
    ['a file that is no archive', 'not_an_archive', () => text('hello')],
    [
      'entries that share their bytes',
      'overlapping',
      () =>
        pack(
          { name: 'a', bytes: LONG_TEXT },
          { name: 'b', bytes: LONG_TEXT, says: { offset: 0 }, local: { name: 'a' } },
        ),
    ],
    [
      'an entry that reaches into the next',
      'overlapping',
      () =>
        pack(
          { name: 'a', bytes: LONG_TEXT, says: { packedBytes: 9e5 } },
          { name: 'b', bytes: LARGE },
        ),
    ],
    [
      'an entry that reaches into the directory',
      'overlapping',
      () =>
        pack({ name: 'a', bytes: text('a'), method: 0, says: { packedBytes: 9, sizeBytes: 9 } }),
    ],
    [
      'more entries than are extracted',
      'too_many',
      () => packZip(Array.from({ length: 100_001 }, () => ({ name: 'x', method: 0 }))),
    ],
    [
      'more folders than entries could need',
      'too_many',
      () => {
        const deep = '/x'.repeat(120)
        return packZip(
          Array.from({ length: 9_000 }, (_, i) => ({ name: `${i}${deep}`, method: 0 })),
        )
      },
    ],
  ])('%s: the task fails, and nothing is made', async (_, reason, make) => {
    const drive = await open()
    const { phase, failures, tree } = await extract(drive, make())
    expect([phase, failures]).toMatchObject(['failed', [{ reason, name: 'a' }]])
    expect(tree).toEqual({})
    expect(await findMiscounts(drive)).toEqual([])
  })

  test('what does not fit into the quota is refused before anything is made', async () => {
    const zip = pack({ name: 'a', bytes: text('a') }, { name: 'b', bytes: LONG_TEXT })
    const drive = await open({ quotaBytes: zip.length + LONG_TEXT.length })
    const { phase, failures, tree } = await extract(drive, zip)
    expect([phase, failures]).toMatchObject(['failed', [{ error: 'resource_exhausted' }]])
    expect(tree).toEqual({})
    expect(await findMiscounts(drive)).toEqual([])
  })

  test.each([
    ['a large file', { name: 'b', bytes: LARGE }],
    ['a small file', { name: 'b', bytes: text('hello') }],
  ])('a quota that shrinks before %s ends the task, and what is there stays', async (_, entry) => {
    const drive = await open({ quotaBytes: 100 * LARGE.length })
    const first = Array.from({ length: 200 }, (_, i) => ({ name: `a${i}`, bytes: text('a') }))
    const archive = await drive.upload('ana', 'a.zip', pack(...first, entry))
    const { id } = await beginExtract(drive, archive.id)
    await drive.stepOnce()
    drive.clock.advance(LEASE_MS)
    await drive.stepOnce()
    const { driveId } = await drive.as('ana')
    await drive.db.write((writer) => setQuota(writer, driveId, 1))
    drive.clock.advance(LEASE_MS)
    await drive.runner.run()
    expect(await taskOf(drive, id)).toMatchObject({
      phase: 'failed',
      failures: [{ error: 'resource_exhausted' }],
    })
    expect(Object.keys(await readTree(drive))).toHaveLength(1 + 1 + 200)
    expect(await findMiscounts(drive)).toEqual([])
    expect(await drive.drives.of('ana')).toMatchObject({ reserved_bytes: 0 })
  })

  test('it tells how far it is, in files and in bytes', async () => {
    const drive = await open()
    const zip = pack(
      { name: 'a', bytes: text('hello') },
      { name: 'b', bytes: LARGE },
      { name: 'c', bytes: text('hello') },
    )
    const archive = await drive.upload('ana', 'a.zip', zip)
    const { id } = await beginExtract(drive, archive.id)
    const seen: unknown[] = []
    for (let step = 0; step < 20; step++) {
      await drive.stepOnce()
      drive.clock.advance(LEASE_MS)
      const { done, total, cursor, ended_at } = await drive.tasks.get('ana', id)
      const { bytes } = JSON.parse(cursor ?? '{}')
      seen.push([done, total, bytes.done, bytes.total])
      if (ended_at !== null) break
    }
    const total = LARGE.length + 10
    const large = [1, 2, 3].map((blocks) => [1, 3, 5 + blocks * BLOCK_BYTES, total])
    expect(seen).toEqual([
      [0, 3, 0, total],
      [1, 3, 5, total],
      ...large,
      [2, 3, 5 + LARGE.length, total],
      [3, 3, total, total],
    ])
  })

  test('thousands of small files come in groups', async () => {
    const drive = await open()
    const names = Array.from({ length: 3000 }, (_, i) => `d${i % 30}/${i}.txt`)
    const zip = pack(...names.map((name) => ({ name, bytes: text(name) })))
    const archive = await drive.upload('ana', 'a.zip', zip)
    const { id } = await beginExtract(drive, archive.id)
    const seqBefore = (await drive.drives.of('ana')).seq
    await drive.runner.run()
    expect(await taskOf(drive, id)).toMatchObject({ phase: 'complete', done: 3000, failures: [] })
    const { nodes } = await drive.nodes.list('ana', 'root', { size: 9, token: undefined })
    const folder = nodes.find(({ name }) => name === 'a')?.id ?? ''
    const folders = Array.from({ length: 30 }, (_, i) => `d${i}/`)
    expect(await pathsBelow(drive, folder)).toEqual([...folders, ...names].sort())
    const last = await drive.nodes.list('ana', folder, { size: 1, token: undefined })
    expect(Object.values(await readTree(drive, last.nodes[0]?.id, 'd0/'))).toEqual(
      names.filter((name) => name.startsWith('d0/')).toSorted(byNumber),
    )
    // Each is a change, and the steps are few.
    expect((await drive.drives.of('ana')).seq - seqBefore).toBeLessThan(1 + 30 + 3000 + 30)
    expect(await findMiscounts(drive)).toEqual([])
  })

  test.each([0, 8])(
    'processes that take turns on large files of method %i make each once',
    async (method) => {
      const db = await openDatabase()
      const blobs = createMemoryBlobStore()
      const one = joinDrive(db, blobs, { partMs: 0 })
      const other = joinDrive(db, blobs, { partMs: 0, clock: one.clock })
      const zip = pack(
        { name: 'a', bytes: text('hello') },
        { name: 'b', bytes: LARGE, method },
        { name: 'c', bytes: LONG_TEXT, method },
      )
      const archive = await one.upload('ana', 'a.zip', zip)
      const { id } = await beginExtract(one, archive.id)
      for (let step = 0; step < 30; step++) {
        await (step % 2 === 0 ? one : other).stepOnce()
        one.clock.advance(LEASE_MS)
        if ((await one.tasks.get('ana', id)).ended_at !== null) break
      }
      expect(await taskOf(one, id)).toMatchObject({ phase: 'complete', done: 3, failures: [] })
      expect(await readTree(one)).toEqual({
        'a.zip': digest(zip),
        'a/': 'folder',
        'a/a': 'hello',
        'a/b': digest(LARGE),
        'a/c': digest(LONG_TEXT),
      })
      expect(await findMiscounts(one)).toEqual([])
    },
  )

  test('cancelled, it keeps the files that are whole and nothing of the next, and can be undone', async () => {
    const drive = await open()
    const zip = pack({ name: 'a', bytes: text('hello') }, { name: 'b', bytes: LARGE })
    const archive = await drive.upload('ana', 'a.zip', zip)
    const { id } = await beginExtract(drive, archive.id)
    for (let step = 0; step < 3; step++) {
      await drive.stepOnce()
      drive.clock.advance(LEASE_MS)
    }
    const undo = () => drive.tasks.begin('ana', 'undo', { taskId: id })
    expect(await refusal(undo())).toBe('failed_precondition')
    const blobsBefore = (await drive.listBlobs()).length
    await drive.tasks.cancel('ana', id)
    await drive.runner.run()
    expect(Object.keys(await readTree(drive))).toEqual(['a/', 'a/a', 'a.zip'])
    await expect.poll(async () => (await drive.listBlobs()).length).toBe(blobsBefore - 1)
    expect(await drive.drives.of('ana')).toMatchObject({ reserved_bytes: 0 })
    expect(await findMiscounts(drive)).toEqual([])
    await undo()
    await drive.runner.run()
    expect(Object.keys(await readTree(drive))).toEqual(['a.zip'])
  })

  test('undone, the folder is in the trash as one, unless somebody has added to it', async () => {
    const drive = await open()
    const zip = pack(
      ...Array.from({ length: 300 }, (_, i) => ({ name: `b/${i}`, bytes: text('hello') })),
      { name: 'c', bytes: LARGE },
    )
    const archive = await drive.upload('ana', 'a.zip', zip)
    const first = await beginExtract(drive, archive.id)
    await drive.runner.run()
    // The activity of the drive has the archive and the folder, and not all that is in it.
    const page = { nodeId: undefined, size: 50, token: undefined }
    expect((await drive.activity.read('ana', page)).events).toHaveLength(2)
    await drive.tasks.begin('ana', 'undo', { taskId: first.id })
    await drive.runner.run()
    expect(Object.keys(await readTree(drive))).toEqual(['a.zip'])
    const trash = await drive.lists.trash('ana', { size: 9, token: undefined })
    expect(trash.nodes.map(({ node }) => node.name)).toEqual(['a'])

    const second = await beginExtract(drive, archive.id)
    await drive.runner.run()
    const { nodes } = await drive.nodes.list('ana', 'root', { size: 9, token: undefined })
    const folder = nodes.find(({ name }) => name === 'a')
    await drive.upload('ana', 'mine.txt', text('mine'), { parentId: folder?.id ?? '' })
    const { id } = await drive.tasks.begin('ana', 'undo', { taskId: second.id })
    await drive.runner.run()
    expect(await drive.tasks.get('ana', id)).toMatchObject({ phase: 'complete', kept: 1 })
    expect(Object.keys(await readTree(drive))).toContain('a/mine.txt')
  })

  test('a new folder that is in the trash meanwhile ends the task', async () => {
    const drive = await open()
    const entries = Array.from({ length: 201 }, (_, i) => ({ name: `${i}`, bytes: text('hello') }))
    const archive = await drive.upload(
      'ana',
      'a.zip',
      pack(...entries, { name: 'b', bytes: LARGE }),
    )
    const { id } = await beginExtract(drive, archive.id)
    await drive.stepOnce()
    drive.clock.advance(LEASE_MS)
    await drive.stepOnce()
    const { nodes } = await drive.nodes.list('ana', 'root', { size: 9, token: undefined })
    const folder = nodes.find(({ name }) => name === 'a')
    await drive.tasks.begin('ana', 'trash', { ids: [folder?.id ?? ''] })
    drive.clock.advance(LEASE_MS)
    await drive.runner.run()
    expect(await taskOf(drive, id)).toMatchObject({
      phase: 'failed',
      done: 200,
      failures: [{ error: 'failed_precondition' }],
    })
    expect(await findMiscounts(drive)).toEqual([])
  })

  test('a new folder that a program has locked meanwhile takes nothing, and each file says so', async () => {
    const drive = await open()
    const entries = [
      { name: 'a', bytes: text('hello') },
      { name: 'b', bytes: LARGE },
    ]
    const archive = await drive.upload('ana', 'a.zip', pack(...entries))
    const { id } = await beginExtract(drive, archive.id)
    await drive.stepOnce()
    const { nodes } = await drive.nodes.list('ana', 'root', { size: 9, token: undefined })
    const folder = nodes.find(({ name }) => name === 'a')
    await drive.drives.transact(await drive.as('ana'), async (transaction) => {
      const node = await openNode(transaction.writer, transaction.drive, folder?.id ?? '')
      const lock = { token: 'urn:uuid:1', is_shared: 0, is_deep: 1, owner: null } as const
      await takeLock(transaction, node, { ...lock, durationMs: 100 * LEASE_MS })
    })
    drive.clock.advance(LEASE_MS)
    await drive.runner.run()
    const { phase, failures } = await taskOf(drive, id)
    expect([phase, failures.map(({ name }) => name)]).toEqual(['complete', ['a', 'b']])
    expect(failures[0]?.description).toBe(failures[1]?.description)
    expect(Object.keys(await readTree(drive))).toEqual(['a/', 'a.zip'])
    expect(await drive.drives.of('ana')).toMatchObject({ reserved_bytes: 0 })
    expect(await findMiscounts(drive)).toEqual([])
  })

  test('what is extracted is what the archive was at the call; deleted for good, it ends the task', async () => {
    const drive = await open()
    const archive = await drive.upload('ana', 'a.zip', pack({ name: 'old', bytes: text('hello') }))
    const first = await beginExtract(drive, archive.id)
    await drive.upload('ana', 'a.zip', text('no archive'), { conflict: 'replace' })
    await drive.runner.run()
    expect(await taskOf(drive, first.id)).toMatchObject({ phase: 'complete' })
    expect(Object.keys(await readTree(drive))).toContain('a/old')

    const second = await beginExtract(drive, archive.id)
    await drive.tasks.begin('ana', 'delete', { ids: [archive.id] })
    await drive.runner.run()
    expect(await taskOf(drive, second.id)).toMatchObject({
      phase: 'failed',
      failures: [{ error: 'not_found' }],
    })
  })

  test('the folder can be elsewhere and have another name, and a name that is taken gets a number or refuses', async () => {
    const drive = await open()
    const archive = await drive.upload('ana', 'a.zip', pack({ name: 'x', bytes: text('x') }))
    const out = await drive.nodes.createFolder('ana', {
      parentId: 'root',
      name: 'out',
      conflict: 'fail',
    })
    const wanted = { parentId: out.id, name: 'Post' }
    await beginExtract(drive, archive.id, wanted)
    await drive.runner.run()
    await beginExtract(drive, archive.id, wanted)
    await drive.runner.run()
    expect(Object.keys(await readTree(drive, out.id))).toEqual([
      'Post/',
      'Post/x',
      'Post (2)/',
      'Post (2)/x',
    ])
    const again = beginExtract(drive, archive.id, { ...wanted, conflict: 'fail' })
    expect(await refusal(again)).toBe('already_exists')
    const wrong = { ...wanted, name: '..' }
    expect(await refusal(beginExtract(drive, archive.id, wrong))).toBe('invalid_argument')
  })

  test('a folder cannot be extracted, nothing goes into a file, and an archive in the trash needs a place', async () => {
    const drive = await open()
    const archive = await drive.upload('ana', 'a.zip', pack({ name: 'x', bytes: text('x') }))
    const file = await drive.upload('ana', 'file', text('x'))
    expect(await refusal(beginExtract(drive, 'root'))).toBe('failed_precondition')
    const into = { parentId: file.id }
    expect(await refusal(beginExtract(drive, archive.id, into))).toBe('invalid_argument')
    await drive.tasks.begin('ana', 'trash', { ids: [archive.id] })
    expect(await refusal(beginExtract(drive, archive.id))).toBe('failed_precondition')
    await beginExtract(drive, archive.id, { parentId: 'root' })
    await drive.runner.run()
    expect(Object.keys(await readTree(drive))).toEqual(['a/', 'a/x', 'file'])
  })

  test('it needs the archive to be seen and the right to add, at the call and at each step', async () => {
    const drive = await open()
    const grants = createGrants({ ...drive, random: systemRandom })
    const ana = await drive.as('ana')
    const folder = (name: string) =>
      drive.nodes.createFolder('ana', { parentId: 'root', name, conflict: 'fail' })
    const [archives, out] = [await folder('archives'), await folder('out')]
    const many = Array.from({ length: 300 }, (_, i) => ({ name: `${i}`, bytes: text('hello') }))
    const { id: archiveId } = await drive.upload('ana', 'a.zip', packZip(many), {
      parentId: archives.id,
    })
    const ben = {
      driveId: ana.driveId,
      actor: { kind: 'person', sub: 'ben' },
      right: 'add',
    } as const
    const letIn = (nodeId: string, role: 'viewer' | 'contributor') =>
      grants.create(ana, { nodeId, role, grantee: { kind: 'person', sub: 'ben' } })
    const begin = (parentId?: string) => {
      const wanted = { archiveId, parentId, name: undefined, conflict: 'rename' } as const
      return drive.extracting.begin(drive.tasks as never, ben, wanted)
    }
    await letIn(out.id, 'contributor')
    expect(await refusal(begin(out.id))).toBe('not_found')
    const seen = await letIn(archives.id, 'viewer')
    expect(await refusal(begin())).toBe('permission_denied')
    const { id } = await begin(out.id)
    await drive.stepOnce()
    drive.clock.advance(LEASE_MS)
    await drive.stepOnce()
    await grants.revoke(ana, seen.id)
    drive.clock.advance(LEASE_MS)
    await drive.runner.run()
    expect(await taskOf(drive, id)).toMatchObject({
      phase: 'failed',
      done: 200,
      failures: [{ error: 'not_found' }],
    })

    await letIn(archives.id, 'viewer')
    const second = await begin(out.id)
    await drive.runner.run()
    expect(await taskOf(drive, second.id)).toMatchObject({ phase: 'complete', done: 300 })
    expect(await findMiscounts(drive)).toEqual([])
  })

  test('an archive with more files than the drive has places for ends with that reason, and leaves no bytes behind', async () => {
    const drive = await open({ maxNodes: 50 })
    const bytes = someBytes(SMALL_CONTENT_BYTES + 1)
    const files = Array.from({ length: 60 }, (_, i) => ({ name: `${i}`, bytes }))
    const archive = await drive.upload('ana', 'a.zip', pack(...files))
    const before = await drive.listBlobs()
    const { id } = await beginExtract(drive, archive.id)
    await drive.runner.run()
    expect(await taskOf(drive, id)).toMatchObject({
      phase: 'failed',
      failures: [{ error: 'resource_exhausted' }],
    })
    await expect.poll(() => drive.listBlobs()).toEqual(before)
    expect(await findMiscounts(drive)).toEqual([])
  })

  test('one that is cancelled while its next files are unpacked leaves no bytes of them behind', async () => {
    const blobs = createMemoryBlobStore()
    const drive = joinDrive(await openDatabase(), blobs)
    const bytes = someBytes(SMALL_CONTENT_BYTES + 1)
    const archive = await drive.upload('ana', 'a.zip', pack({ name: 'x', bytes }))
    const before = await drive.listBlobs()
    const { id } = await beginExtract(drive, archive.id)
    const seal = blobs.seal.bind(blobs)
    let unpacked = 0
    blobs.seal = async (draft) => {
      await seal(draft)
      unpacked += 1
      await drive.tasks.cancel('ana', id)
    }
    await drive.runner.run()
    expect(await taskOf(drive, id)).toMatchObject({ phase: 'cancelled' })
    expect(unpacked).toBe(1)
    expect(await drive.listBlobs()).toEqual(before)
  })

  test('a call that is repeated with its key gives the same task', async () => {
    const drive = await open()
    const archive = await drive.upload('ana', 'a.zip', pack({ name: 'x', bytes: text('x') }))
    const first = await beginExtract(drive, archive.id, { key: 'one' })
    await drive.runner.run()
    await drive.tasks.begin('ana', 'trash', { ids: [archive.id] })
    const second = await beginExtract(drive, archive.id, { key: 'one' })
    expect(second).toMatchObject({ id: first.id, phase: 'complete' })
    const other = beginExtract(drive, archive.id, { key: 'one', name: 'b' })
    expect(await refusal(other)).toBe('invalid_argument')
  })
})

onEachDrive((open) => {
  test('small, medium and large files are extracted where people store them', async () => {
    const drive = await open()
    const medium = someBytes(100_000)
    const zip = packZip([
      { name: 'small', bytes: text('hello') },
      ...Array.from({ length: 20 }, (_, i) => ({ name: `medium ${i}`, bytes: medium })),
      { name: 'large', bytes: LARGE },
      { name: 'stored', bytes: LARGE, method: 0 },
    ])
    const archive = await drive.upload('ana', 'a.zip', zip)
    await beginExtract(drive, archive.id)
    await drive.runner.run()
    const tree = await readTree(drive)
    expect(tree['a/large']).toBe(digest(LARGE))
    expect(tree['a/stored']).toBe(digest(LARGE))
    expect(tree['a/medium 19']).toBe(digest(medium))
    expect(Object.keys(tree)).toHaveLength(25)
    expect(await findMiscounts(drive)).toEqual([])
    expect(await drive.listBlobs()).toHaveLength(1 + 20 + 2)
  })
})

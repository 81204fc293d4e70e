import { buffer } from 'node:stream/consumers'
import { BLOCK_BYTES } from '@awan/protocol'
import type { ConflictRule } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { createId } from '../../kernel/id.ts'
import { listFiles } from '../account-files/list-files.ts'
import { hashBlock } from '../contents/block-hash.ts'
import { SMALL_CONTENT_BYTES } from '../contents/store-content.ts'
import { GrowingTree } from '../nodes/growing-tree.ts'
import { termsOf, toSearchName } from '../nodes/search-name.ts'
import {
  contentHash,
  onEachDrive,
  refusal,
  sha256,
  someBytes,
  type TestDrive,
  type TestDriveOptions,
} from '../testing.ts'
import type { Outcome } from './place-bundle.ts'
import { packBundle, sentBundle } from './testing.ts'

type Files = Record<string, string | Buffer | null>

interface Options {
  conflict?: ConflictRule
  parentId?: string
  key?: string
}

/** A path with a content is a file, without one a folder. */
async function send(drive: TestDrive, files: Files | [string, string][], options: Options = {}) {
  const pairs = Array.isArray(files) ? files : Object.entries(files)
  const entries = pairs.map(([path, content]) =>
    content === null ? { path, kind: 'folder' } : { path, size: Buffer.byteLength(content) },
  )
  const { conflict, parentId: parent_id, key } = options
  const contents = pairs.map(([, content]) => Buffer.from(content ?? ''))
  const bytes = packBundle({ parent_id, conflict, entries }, contents)
  return drive.bundles.receive('ana', sentBundle(bytes, key))
}

const names = (outcomes: Outcome[]) =>
  outcomes.map((one) => (one instanceof ServiceError ? one.error : one.name))

const idsOf = (outcomes: Outcome[]) =>
  outcomes.map((one) => (one instanceof ServiceError ? one.error : one.id))

/** Of a byte each. */
function manyFiles(count: number): [string, string][] {
  return Array.from({ length: count }, (_, n) => [`${n}`, '1'])
}

async function contentsOf(drive: TestDrive): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for await (const file of listFiles(drive, 'ana')) {
    files[file.path] = file.path.endsWith('/') ? '' : String(await buffer(await file.open()))
  }
  return files
}

onEachDrive((openDrive) => {
  const open = (options?: TestDriveOptions) => openDrive(options)

  test('every file and folder created by a bundle is in the search index', async () => {
    const drive = await open()
    const many = Array.from({ length: 300 }, (_, n): [string, string] => [
      `trip ${n % 7}/day ${n}.txt`,
      'x',
    ])
    await send(drive, [...many, ['文件 one.txt', 'a'], ['文件 one.txt', 'b'], ['trip 1', 'c']], {
      conflict: 'replace',
    })
    const { nodes, terms } = await drive.db.read(async (reader) => ({
      nodes: await reader.selectFrom('nodes').selectAll().execute(),
      terms: await reader.selectFrom('name_terms').select(['node_id', 'term']).execute(),
    }))
    const expected = nodes.flatMap(({ id, kind, name }) =>
      termsOf(toSearchName(kind, name)).map((term) => `${id} ${term}`),
    )
    expect(expected.length).toBeGreaterThan(900)
    expect(terms.map(({ node_id, term }) => `${node_id} ${term}`).sort()).toEqual(expected.sort())
  })

  test('a bundle creates its files and missing folders, and reuses existing folders', async () => {
    const drive = await open()
    await drive.nodes.createFolder('ana', { parentId: 'root', name: 'photos', conflict: 'fail' })
    const before = (await drive.drives.of('ana')).seq
    const outcomes = await send(drive, {
      'a.txt': 'a',
      'photos/2024/b.txt': 'bb',
      'photos/2024/c.txt': '',
      'photos/empty': null,
      'photos/2024': null,
    })
    expect(names(outcomes)).toEqual(['a.txt', 'b.txt', 'c.txt', 'empty', '2024'])
    expect(await contentsOf(drive)).toEqual({
      'a.txt': 'a',
      'photos/': '',
      'photos/2024/': '',
      'photos/2024/b.txt': 'bb',
      'photos/2024/c.txt': '',
      'photos/empty/': '',
    })
    const after = await drive.drives.of('ana')
    expect(after.used_bytes).toBe(3)
    // Five nodes were created, and each has its change.
    expect(after.seq).toBe(before + 5)
    const [file] = outcomes
    expect(file).toEqual((await drive.nodes.get('ana', (file as { id: string }).id)).node)
  })

  test('small contents are stored in the database and larger ones in the blob store, each with its hash', async () => {
    const drive = await open()
    const sizes = [0, 1, SMALL_CONTENT_BYTES, SMALL_CONTENT_BYTES + 1, 300_000]
    const files = sizes.map((size): [string, Buffer] => [`${size}`, someBytes(size, size % 7)])
    const outcomes = await send(drive, Object.fromEntries(files))
    for (const node of outcomes) {
      if (node instanceof ServiceError) throw node
      const bytes = someBytes(node.size, node.size % 7)
      expect(node.hash).toBe(contentHash(bytes))
      const content = await drive.downloads.open('ana', node.id)
      expect(bytes.equals(await buffer(await content.read()))).toBe(true)
    }
    expect(await drive.listBlobs()).toHaveLength(2)
  })

  test('a bad entry of a bundle is rejected alone, for its name, its path, its hash or its size', async () => {
    const drive = await open({ quotaBytes: 40_011 })
    await drive.upload('ana', 'taken', Buffer.from('1'))
    const entries = [
      { path: 'good', size: 1 },
      { path: 'a//b', size: 1 },
      { path: '../up', size: 1 },
      { path: 'taken', size: 40_000 },
      { path: 'taken/inside', size: 1 },
      { path: 'good/inside', kind: 'folder' },
      { path: 'wrong', size: 1, sha256: sha256(Buffer.from('2')) },
      { path: 'right', size: 1, sha256: sha256(Buffer.from('1')) },
      { path: 'wrong too', size: 1, block_hash: hashBlock(Buffer.from('2')) },
      { path: 'right too', size: 1, block_hash: hashBlock(Buffer.from('1')) },
      { path: 'fits', size: 40_000 },
      { path: 'too much', size: 8 },
      { path: 'fits too', size: 7 },
      { path: `${'d/'.repeat(128)}deep`, size: 0 },
      { path: 'good', size: 0 },
    ]
    const contents = entries.map(({ size = 0 }) => Buffer.alloc(size, '1'))
    const outcomes = await drive.bundles.receive(
      'ana',
      sentBundle(packBundle({ entries }, contents)),
    )
    expect(names(outcomes)).toEqual([
      'good',
      'invalid_argument',
      'invalid_argument',
      'already_exists',
      'already_exists',
      'already_exists',
      'data_loss',
      'right',
      'data_loss',
      'right too',
      'fits',
      'resource_exhausted',
      'fits too',
      'invalid_argument',
      'already_exists',
    ])
    expect((await drive.drives.of('ana')).used_bytes).toBe(40_011)
    expect(Object.keys(await contentsOf(drive)).sort()).toEqual(
      ['fits', 'fits too', 'good', 'right', 'right too', 'taken'].sort(),
    )
    // Nothing is left of what was stored for an entry that was refused.
    expect(await drive.listBlobs()).toHaveLength(2)
  })

  test('the folders of all paths of a request are bounded together, and the rest is made by the next one', async () => {
    const drive = await open()
    const ana = { ...(await drive.as('ana')), right: 'add' } as const
    const paths = Array.from({ length: 6 }, (_, n) => [`${n}`, 'b', 'c'])
    const make = () =>
      drive.drives.transact(ana, (transaction) =>
        GrowingTree.grow(
          transaction,
          transaction.drive.root_id,
          () => createId(drive.random, drive.clock.now()),
          async (tree) => {
            const ends: string[] = []
            for (const path of paths) {
              ends.push(
                await tree.makeFolder(path).then(
                  ({ name }) => name,
                  ({ error }) => error,
                ),
              )
            }
            return ends
          },
          10,
        ),
      )
    expect(await make()).toEqual([...Array(4).fill('c'), ...Array(2).fill('resource_exhausted')])
    expect(await make()).toEqual(Array(6).fill('c'))
    expect(Object.keys(await contentsOf(drive))).toHaveLength(18)
  })

  test('a taken name in a bundle gets a number or a new version, by the conflict rule', async () => {
    const drive = await open()
    await send(drive, { 'a.txt': '1', 'b.txt': '1' })
    const renamed = await send(drive, { 'a.txt': '2' }, { conflict: 'rename' })
    expect(names(renamed)).toEqual(['a (2).txt'])
    const [replaced] = await send(drive, { 'b.txt': '2' }, { conflict: 'replace' })
    expect(replaced).toMatchObject({
      name: 'b.txt',
      revision: 2,
      hash: contentHash(Buffer.from('2')),
    })
    const both = [
      ['twice', '1'],
      ['twice', '22'],
    ] as [string, string][]
    expect(names(await send(drive, both))).toEqual(['twice', 'already_exists'])
    const again = await send(drive, both, { conflict: 'replace' })
    expect(again).toMatchObject([
      { size: 1, revision: 2 },
      { size: 2, revision: 3 },
    ])
    expect(await contentsOf(drive)).toEqual({
      'a.txt': '1',
      'a (2).txt': '2',
      'b.txt': '2',
      twice: '22',
    })
    // Every version counts.
    expect((await drive.drives.of('ana')).used_bytes).toBe(8)
  })

  test('a bundle repeated with its idempotency key returns the same files and creates the missing ones', async () => {
    const drive = await open({ quotaBytes: 7 })
    const files = { 'a.txt': '1', 'in/b.txt': '22', 'large.txt': '12345' }
    const options = { key: 'once', conflict: 'rename' } as const
    const first = await send(drive, files, options)
    expect(names(first)).toEqual(['a.txt', 'b.txt', 'resource_exhausted'])
    const again = await send(drive, files, options)
    expect(names(again)).toEqual(names(first))
    expect(again.slice(0, 2)).toEqual(first.slice(0, 2))
    expect((await drive.drives.of('ana')).used_bytes).toBe(3)
    await drive.db.write((writer) => writer.updateTable('drives').set({ quota_bytes: 8 }).execute())
    expect(names(await send(drive, files, options))).toEqual(['a.txt', 'b.txt', 'large.txt'])
    expect(await refusal(send(drive, { 'a.txt': '1' }, options))).toBe('invalid_argument')
  })

  test('a bundle into a foreign folder, a file or a trashed folder is rejected', async () => {
    const drive = await open()
    const { id } = await drive.upload('ana', 'file', Buffer.from('1'))
    const folder = { parentId: 'root', name: 'folder', conflict: 'fail' } as const
    const { id: trashed } = await drive.nodes.createFolder('ana', folder)
    await drive.tasks.begin('ana', 'trash', { ids: [trashed] })
    const bens = await drive.nodes.createFolder('ben', folder)
    const large = { a: someBytes(SMALL_CONTENT_BYTES + 1) }
    expect(await refusal(send(drive, large, { parentId: id }))).toBe('invalid_argument')
    expect(await refusal(send(drive, large, { parentId: trashed }))).toBe('failed_precondition')
    expect(await refusal(send(drive, large, { parentId: bens.id }))).toBe('not_found')
    expect(await drive.listBlobs()).toHaveLength(1)
  })

  test('a bundle for which the drive has no more places leaves no bytes behind', async () => {
    const drive = await open({ maxNodes: 3 })
    const large = someBytes(SMALL_CONTENT_BYTES + 1)
    await send(drive, { a: large, b: null })
    expect(await refusal(send(drive, { c: large, d: large }))).toBe('resource_exhausted')
    expect(await drive.listBlobs()).toHaveLength(1)
  })

  test('others write into the drive between the parts of a large bundle', async () => {
    const drive = await open()
    await drive.drives.of('ana')
    let isOver = false
    const sending = send(drive, manyFiles(1_200)).finally(() => {
      isOver = true
    })
    const own: string[] = []
    for (let n = 0; !isOver; n++) {
      const folder = { parentId: 'root', name: `own ${n}`, conflict: 'fail' } as const
      own.push((await drive.nodes.createFolder('ana', folder)).id)
    }
    await sending
    const changes = await drive.db.read((reader) =>
      reader.selectFrom('changes').select('node_id').orderBy('seq').execute(),
    )
    const ids = new Set(own)
    const isOwn = changes.map(({ node_id }) => ids.has(node_id))
    const [first, last] = [isOwn.indexOf(false), isOwn.lastIndexOf(false)]
    expect(isOwn.slice(first, last).some(Boolean)).toBe(true)
    expect(isOwn.filter((one) => !one)).toHaveLength(1_200)
  })

  test('a large bundle that stops at a limit tells it of each entry, and repeated it makes the rest', async () => {
    const drive = await open({ quotaBytes: 700 })
    const files = manyFiles(1_200)
    const options = { key: 'once', conflict: 'rename' } as const
    const first = await send(drive, files, options)
    const made = Array.from({ length: 1_200 }, (_, n) => `${n}`)
    const refused = made.map((name, n) => (n < 700 ? name : 'resource_exhausted'))
    expect(names(first)).toEqual(refused)
    await drive.db.write((writer) =>
      writer.updateTable('drives').set({ quota_bytes: 5_000 }).execute(),
    )
    const again = await send(drive, files, options)
    expect(names(again)).toEqual(made)
    expect(idsOf(again).slice(0, 700)).toEqual(idsOf(first).slice(0, 700))
    expect((await drive.drives.of('ana')).used_bytes).toBe(1_200)
    expect(await refusal(send(drive, { other: '1' }, options))).toBe('invalid_argument')
  })

  test('where the drive has no room for a part of a large bundle, that part is refused, and its bytes go', async () => {
    const drive = await open({ maxNodes: 600 })
    const large = Array.from({ length: 3 }, (_, n): [string, string] => [
      `large ${n}`,
      'x'.repeat(SMALL_CONTENT_BYTES + 1),
    ])
    const outcomes = names(await send(drive, [...manyFiles(700), ...large]))
    expect(outcomes.slice(0, 500)).toEqual(manyFiles(500).map(([name]) => name))
    expect(new Set(outcomes.slice(500))).toEqual(new Set(['resource_exhausted']))
    expect(await drive.listBlobs()).toEqual([])
  })

  test('a malformed bundle is rejected and changes nothing', async () => {
    const drive = await open()
    const good = packBundle({ entries: [{ path: 'a', size: 5 }] }, [Buffer.from('12345')])
    const bad = {
      nothing: Buffer.alloc(0),
      'no length': good.subarray(0, 3),
      'half a manifest': good.subarray(0, 10),
      'half a content': good.subarray(0, -1),
      'more than announced': Buffer.concat([good, Buffer.from('6')]),
      'a huge manifest': Buffer.from('ffffffff7b', 'hex'),
      'no JSON': Buffer.from('000000027b7b', 'hex'),
      'no UTF-8': Buffer.from('00000001ff', 'hex'),
      'no entries': packBundle({}, []),
      'a negative size': packBundle({ entries: [{ path: 'a', size: -1 }] }, []),
      'more than a block': packBundle({ entries: [{ path: 'a', size: BLOCK_BYTES + 1 }] }, []),
      'more than a request': packBundle(
        { entries: Array.from({ length: 17 }, (_, i) => ({ path: `${i}`, size: BLOCK_BYTES })) },
        [],
      ),
    }
    for (const [what, bytes] of Object.entries(bad)) {
      const receiving = drive.bundles.receive('ana', sentBundle(bytes))
      expect(await refusal(receiving), what).toBe('invalid_argument')
    }
    expect(await contentsOf(drive)).toEqual({})
    expect(await drive.listBlobs()).toEqual([])
    expect(names(await drive.bundles.receive('ana', sentBundle(good)))).toEqual(['a'])
  })
})

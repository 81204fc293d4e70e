import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { createTestFolder, hasTestS3, openTestS3Store } from '../../blobs/testing.ts'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { someBytes } from '../testing.ts'
import { serveDrive } from '../testing-http.ts'
import { runProgram } from '../testing-programs.ts'
import { syncOf } from './testing.ts'

/** AWAN_SYNC_MB=300 is the long form. The programs cut what is longer than 10 MB into pieces. */
const LARGE_BYTES = Number(process.env.AWAN_SYNC_MB ?? 11) * 1024 * 1024

/** What the programs write down for themselves. */
const OWN_FILE = /^\.(?:sync_|_sync_|owncloudsync)/

const ODD_NAMES = [
  'a & b (1).txt',
  '100 % #1;x=y+z.txt',
  '家族 사진 😀.txt',
  "it's [mine] {1}!.txt",
  'é composed.txt',
]

async function readTree(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (OWN_FILE.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1)
    found[name] = entry.isDirectory()
      ? 'folder'
      : createHash('sha1')
          .update(await readFile(path))
          .digest('hex')
  }
  return found
}

async function put(folder: string, path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
}

function define(openParts: () => Promise<{ db: Database; blobs?: BlobStore }>): void {
  const open = async (options: { quotaBytes?: number } = {}) => {
    const { db, ...blobs } = await openParts()
    const served = await serveDrive(db, { ...blobs, ...options })
    served.drive.runner.start()
    const top = await createTestFolder()
    const exclude = join(top, 'exclude')
    await writeFile(exclude, '*.nothing\n')
    /** A folder that a program keeps the same as the files of a person. */
    const device = async (sub: string, name: string, program = 'nextcloudcmd') => {
      const folder = join(top, name)
      await mkdir(folder)
      const HOME = join(top, `home of ${name}`)
      const flags = ['--non-interactive', '--exclude', exclude, '-u', sub]
      const syncAt = ({ origin, makePassword }: typeof served, password = makePassword(sub)) =>
        runProgram(program, [...flags, '-p', password, folder, origin], {
          env: { HOME, QT_QPA_PLATFORM: 'offscreen' },
        })
      const password = served.makePassword(sub)
      const sync = () => syncAt(served, password)
      return {
        folder,
        put: (path: string, content: string | Buffer) => put(folder, path, content),
        tree: () => readTree(folder),
        attempt: sync,
        async syncWith(other: typeof served) {
          const ended = await syncAt(other)
          expect(ended.code, ended.output).toBe(0)
        },
        async sync() {
          const ended = await sync()
          expect(ended.code, ended.output).toBe(0)
        },
      }
    }
    /** Requests with bytes of files, since it was asked last. */
    const takeTransfers = () =>
      served.requests.splice(0).filter((line) => /^(PUT|GET) \/remote\.php/.test(line))
    return { ...served, db, top, device, takeTransfers }
  }

  test('two devices and our own API come to the same files, through every kind of change', async () => {
    const { as, device, takeTransfers, origin } = await open()
    const a = await device('ana', 'a')
    const b = await device('ana', 'b')
    for (const [at, name] of ODD_NAMES.entries()) await a.put(`odd/${name}`, `content ${at}`)
    await a.put('deep/er/and deeper/empty', '')
    await a.put('deep/large.bin', someBytes(LARGE_BYTES))
    await a.put('shared.txt', 'first')
    await a.put('gone.txt', 'soon')
    await mkdir(join(a.folder, 'empty folder'))
    await a.sync()
    await b.sync()
    const first = await a.tree()
    expect(Object.keys(first)).toHaveLength(ODD_NAMES.length + 9)
    expect(await b.tree()).toEqual(first)
    expect(takeTransfers().filter((line) => line.includes('/uploads/')).length).toBeGreaterThan(1)

    // What has not changed is not even listed below the top.
    await a.sync()
    expect(takeTransfers()).toEqual([])

    await b.put('deep/er/new.txt', 'from the other device')
    await b.put('shared.txt', 'second, longer')
    const path = '/drive/v1/paths/deep/er/and%20deeper/by%20the%20API.txt'
    const written = await fetch(`${origin}${path}`, {
      method: 'PUT',
      headers: { authorization: 'Bearer ana' },
      body: 'by the API',
    })
    expect(written.status).toBeLessThan(300)
    await b.sync()
    await a.sync()
    const second = await a.tree()
    expect(second).toHaveProperty('deep/er/and deeper/by the API.txt')
    expect(second['shared.txt']).not.toBe(first['shared.txt'])
    expect(await b.tree()).toEqual(second)

    // Moves and renames, of which the bytes do not travel.
    takeTransfers()
    await rename(join(b.folder, 'deep/large.bin'), join(b.folder, 'odd/larger.bin'))
    await rename(join(b.folder, 'deep/er'), join(b.folder, 'renamed'))
    await b.sync()
    await a.sync()
    const third = await a.tree()
    expect(third).toMatchObject({
      'odd/larger.bin': first['deep/large.bin'],
      'renamed/new.txt': second['deep/er/new.txt'],
    })
    expect(await b.tree()).toEqual(third)
    expect(takeTransfers()).toEqual([])

    await rm(join(a.folder, 'renamed'), { recursive: true })
    await rm(join(b.folder, 'gone.txt'))
    const { files = [] } = await as('ana').json('GET', '/drive/v1/files?parent_id=root')
    const odd = files.find(({ name }) => name === 'odd') as { id: string } | undefined
    expect(
      (await as('ana').json('POST', '/drive/v1/files:batchTrash', { ids: [odd?.id] })).status,
    ).toBeLessThan(300)
    for (const each of [a, b, a]) await each.sync()
    const fourth = await a.tree()
    expect(Object.keys(fourth).sort()).toEqual(['deep', 'empty folder', 'shared.txt'])
    expect(await b.tree()).toEqual(fourth)

    // Both change the same file: one of them wins, and the other is kept beside it.
    await a.put('shared.txt', 'of the first device')
    await b.put('shared.txt', 'of the other device, longer')
    await a.sync()
    await b.attempt()
    await a.sync()
    expect(await readFile(join(a.folder, 'shared.txt'), 'utf8')).toBe('of the first device')
    expect(await readFile(join(b.folder, 'shared.txt'), 'utf8')).toBe('of the first device')
    const copy = (await readdir(b.folder)).find((name) => /^shared.*conflict/.test(name)) ?? ''
    expect(await readFile(join(b.folder, copy), 'utf8')).toBe('of the other device, longer')
  })

  test('owncloudcmd and rclone find the same files, and add to them', async () => {
    const { device, top, origin, makePassword } = await open()
    const a = await device('ana', 'a')
    const c = await device('ana', 'c', 'owncloudcmd')
    for (const name of ODD_NAMES) await c.put(`odd/${name}`, name)
    await c.put('large.bin', someBytes(LARGE_BYTES))
    await c.put('empty', '')
    await c.sync()
    await a.sync()
    expect(await a.tree()).toEqual(await c.tree())

    const config = join(top, 'rclone.conf')
    const { output } = await runProgram('rclone', ['obscure', makePassword('ana')])
    await writeFile(
      config,
      `[awan]\ntype = webdav\nurl = ${origin}/remote.php/dav/files/ana/\nvendor = nextcloud\nuser = ana\npass = ${output.trim()}\n`,
    )
    const rclone = async (...args: string[]) => {
      const ended = await runProgram('rclone', [...args, '--config', config])
      expect(ended.code, ended.output).toBe(0)
    }
    // By their checksums, which the server tells.
    await rclone('check', a.folder, 'awan:', '--exclude', '.sync_*', '--exclude', '.owncloudsync*')
    const from = join(top, 'from')
    await put(from, 'by rclone/x.txt', 'words')
    await rclone('copy', from, 'awan:')
    await c.sync()
    expect(await readFile(join(c.folder, 'by rclone/x.txt'), 'utf8')).toBe('words')
  })

  test('what somebody shares for reading stays as it is, whatever a device does to its copy', async () => {
    const { as, device, ...served } = await open()
    const ana = syncOf(served, 'ana')
    await ana('MKCOL', '/trip')
    await ana('PUT', '/trip/plan.txt', { body: 'We leave on Monday.' })
    const list = await as('ana').json('GET', '/drive/v1/files?parent_id=root')
    const trip = list.files?.[0] as { id: string } | undefined
    const grantee = { kind: 'person', sub: 'ben' }
    await as('ana').json('POST', `/drive/v1/files/${trip?.id}/grants`, { grantee, role: 'viewer' })
    const b = await device('ben', 'b')
    await b.put('own.txt', 'mine')
    await b.sync()
    const shared = 'Shared with me/trip'
    expect(await readFile(join(b.folder, shared, 'plan.txt'), 'utf8')).toBe('We leave on Monday.')

    // What is added while it is read-only does not leave the device.
    await runProgram('chmod', ['-R', 'u+w', b.folder])
    await b.put(`${shared}/plan.txt`, 'We leave on Tuesday, I think.')
    await b.put(`${shared}/new.txt`, 'new')
    await b.attempt()
    await ana('PUT', '/trip/later.txt', { body: 'seen' })
    await b.attempt()
    expect((await ana('GET', '/trip/plan.txt')).text).toBe('We leave on Monday.')
    expect((await ana('GET', '/trip/new.txt')).status).toBe(404)
    expect((await syncOf({ ...served }, 'ben')('GET', '/own.txt')).text).toBe('mine')
    const tree = await b.tree()
    expect(tree).toHaveProperty(`${shared}/later.txt`)
    const contents = await Promise.all(
      Object.keys(tree)
        .filter((name) => tree[name] !== 'folder')
        .map((name) => readFile(join(b.folder, name), 'utf8')),
    )
    expect(contents).toEqual(expect.arrayContaining(['We leave on Tuesday, I think.', 'new']))
  })

  test('a folder that was synced with another server comes here whole, and is not sent twice', async () => {
    const [old, here] = [await open(), await open()]
    const a = await old.device('ana', 'a')
    for (const [at, name] of ODD_NAMES.entries()) await a.put(`odd/${name}`, `content ${at}`)
    await a.put('deep/large.bin', someBytes(LARGE_BYTES))
    await a.put('here before.txt', 'the same')
    await a.put('here before, with another date.txt', 'the same')
    await a.sync()
    const before = await a.tree()
    const ana = syncOf(here, 'ana')
    const { mtimeMs } = await stat(join(a.folder, 'here before.txt'))
    await ana('PUT', '/here%20before.txt', {
      body: 'the same',
      headers: { 'x-oc-mtime': `${Math.floor(mtimeMs / 1_000)}` },
    })
    await ana('PUT', '/here%20before,%20with%20another%20date.txt', {
      body: 'the same',
      headers: {
        'x-oc-mtime': '1700000000',
        'oc-checksum': `SHA1:${createHash('sha1').update('the same').digest('hex')}`,
      },
    })
    const b = await here.device('ana', 'b')
    here.takeTransfers()
    await a.syncWith(here)
    expect(await a.tree()).toEqual(before)
    expect(here.takeTransfers().filter((line) => line.includes('here%20before'))).toEqual([])
    await b.sync()
    expect(await b.tree()).toEqual(before)
    here.takeTransfers()
    await a.syncWith(here)
    expect(here.takeTransfers()).toEqual([])
  })

  test('of what does not fit, nothing is stored, and the rest is', async () => {
    const { device, ...served } = await open({ quotaBytes: 1_000 })
    const a = await device('ana', 'a')
    await a.put('small.txt', 'fits')
    await a.put('large.txt', 'x'.repeat(2_000))
    await a.put('larger.bin', someBytes(11 * 1024 * 1024))
    await a.attempt()
    const ana = syncOf(served, 'ana')
    expect((await ana('GET', '/small.txt')).text).toBe('fits')
    expect((await ana('GET', '/large.txt')).status).toBe(404)
    expect((await ana('GET', '/larger.bin')).status).toBe(404)
    expect(Object.keys(await a.tree()).sort()).toEqual(['large.txt', 'larger.bin', 'small.txt'])
  })
}

onEachDatabase((openDatabase, kind) => {
  if (kind === 'sqlite') return define(async () => ({ db: await openDatabase() }))
  describe.skipIf(!hasTestS3)('with S3', () =>
    define(async () => ({ db: await openDatabase(), blobs: await openTestS3Store() })),
  )
})

import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import type { BlobDraft, BlobStore, BlobWriter } from './blob-store.ts'
import { openDiskBlobStore } from './disk.ts'
import { openBlobStore } from './open-blob-store.ts'
import { createTestFolder, expectError, openTestDiskStore } from './testing.ts'
import { mountSmallDisk, remount } from './testing-small-disk.ts'

const run = promisify(execFile)

test('a blob is one plain file at its final path, readable only by its owner', async () => {
  const { blobs, path } = await openAt(await createTestFolder())
  const draft = await blobs.create(ID, 5)
  const opened = await stat(join(path, FILE))
  expect(opened.mode & 0o777).toBe(0o600)
  await write(blobs, draft, Buffer.from('12345'))
  await blobs.seal(draft)
  const sealed = await stat(join(path, FILE))
  expect(sealed.ino).toBe(opened.ino)
  expect(sealed.mode & 0o777).toBe(0o400)
  expect(await readFile(join(path, FILE), 'utf8')).toBe('12345')
  expect((await readdir(path, { recursive: true })).sort()).toEqual(['no', FILE])
})

test('a blob takes no more disk space than its bytes', async () => {
  const { blobs, path } = await openAt(await createTestFolder())
  const size = 16 * 1024 * 1024
  const draft = await blobs.create(ID, size)
  await write(blobs, draft, randomBytes(size))
  await blobs.seal(draft)
  const { stdout } = await run('du', ['-s', '--block-size=1', path])
  expect(Number.parseInt(stdout, 10)).toBeLessThan(size * 1.05)
})

test('several writers write a large blob completely, in any order and in pieces of any length', async () => {
  const { blobs, path } = await openAt(await createTestFolder())
  const content = randomBytes(LARGE_BYTES + 12_345)
  const draft = await blobs.create(ID, content.length)
  const offsets = unitOffsets(draft).reverse()
  await Promise.all(
    offsets.map(async (offset) => {
      await using writer = await blobs.writeAt(draft, offset)
      const unit = content.subarray(offset, offset + draft.unitBytes)
      for (let at = 0, length = 7777 + offset / 1024; at < unit.length; at += length) {
        await writer.append(unit.subarray(at, at + length))
      }
      expect(await writer.flush()).toBe(offset + unit.length)
    }),
  )
  await blobs.seal(draft)
  expect(content.equals(await readFile(join(path, FILE)))).toBe(true)
  expect(await countOpenFiles(path)).toBe(0)
})

test('a writer of a large blob continues after a flush in the middle of a page', async () => {
  const { blobs, path } = await openAt(await createTestFolder())
  const content = randomBytes(LARGE_BYTES)
  const draft = await blobs.create(ID, content.length)
  {
    await using writer = await blobs.writeAt(draft, 0)
    let from = 0
    for (const end of [5000, 3_000_000, 3_000_001, 30_000_000, content.length]) {
      await writer.append(content.subarray(from, end))
      expect(await writer.flush()).toBe(end)
      from = end
    }
  }
  await blobs.seal(draft)
  expect(content.equals(await readFile(join(path, FILE)))).toBe(true)
})

test('with many open writers, each buffers little before it writes', async () => {
  const { blobs } = await openAt(await createTestFolder())
  await using writers = new AsyncDisposableStack()
  const opened: BlobWriter[] = []
  for (let i = 0; i < 64; i++) {
    const draft = await blobs.create(`${ID}${i}`, 4 * 1024 * 1024)
    opened.push(writers.use(await blobs.writeAt(draft, 0)))
  }
  const bytes = randomBytes(256 * 1024)
  // One alone would keep so little and wait for more.
  await Promise.all(
    opened.map((writer) => new Promise<void>((taken) => writer.append(bytes, taken))),
  )
})

test('another store in the same folder continues an open blob', async () => {
  const { blobs, path } = await openAt(await createTestFolder())
  const content = randomBytes(5 * 1024 * 1024)
  const draft = await blobs.create(ID, content.length)
  await write(blobs, draft, content.subarray(0, draft.unitBytes))
  await blobs[Symbol.asyncDispose]()

  const { blobs: second } = await openAt(path)
  expect(await second.stat(ID)).toMatchObject({ state: 'open' })
  await write(second, draft, content.subarray(draft.unitBytes), draft.unitBytes)
  await second.seal(draft)
  expect(content.equals(await buffer(await second.read(ID)))).toBe(true)
})

test('flushed bytes survive when the process is killed in the middle of a write', async () => {
  const path = await createTestFolder()
  const child = spawn(process.execPath, ['--input-type=module', '-e', CHILD, path, ID], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const flushed: number[] = []
  let draft: BlobDraft | undefined
  for await (const line of createInterface(child.stdout)) {
    if (draft === undefined) draft = JSON.parse(line) as BlobDraft
    else flushed.push(Number(line))
    // The child writes on without a pause, so that it is hit wherever it is.
    if (flushed.length === 5) child.kill('SIGKILL')
  }
  if (child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  if (draft === undefined) throw new Error('no draft')
  const { sizeBytes, unitBytes } = draft

  const { blobs } = await openAt(path)
  expect(await blobs.stat(ID)).toMatchObject({ state: 'open' })
  const file = await readFile(join(path, FILE))
  for (const unit of flushed) {
    const bytes = file.subarray(unit * unitBytes, (unit + 1) * unitBytes)
    expect(bytes.equals(Buffer.alloc(unitBytes, unit + 1)), `unit ${unit}`).toBe(true)
  }
  for (let unit = 0; unit < sizeBytes / unitBytes; unit++) {
    if (flushed.includes(unit)) continue
    await write(blobs, draft, Buffer.alloc(unitBytes, unit + 1), unit * unitBytes)
  }
  await blobs.seal(draft)
  const whole = await buffer(await blobs.read(ID))
  for (let unit = 0; unit < sizeBytes / unitBytes; unit++) {
    expect(whole[unit * unitBytes]).toBe(unit + 1)
    expect(whole[(unit + 1) * unitBytes - 1]).toBe(unit + 1)
  }
})

test('a blob id cannot be reused while the blob exists, open or sealed', async () => {
  const blobs = await openTestDiskStore()
  const draft = await blobs.create(ID, 3)
  await expectError(blobs.create(ID, 3), 'already_exists')
  await write(blobs, draft, Buffer.from('abc'))
  await blobs.seal(draft)
  await expectError(blobs.create(ID, 3), 'already_exists')
})

test('a symbolic link in place of a blob is not followed', async () => {
  const { blobs, path } = await openAt(await createTestFolder())
  const outside = join(await createTestFolder(), 'outside')
  await writeFile(outside, 'secret')
  await chmod(outside, 0o400)
  const draft = await blobs.create(ID, 6)
  await rm(join(path, FILE))
  await symlink(outside, join(path, FILE))

  await expectError(blobs.read(ID), 'unavailable')
  await expectError(blobs.stat(ID), 'unavailable')
  await expectError(blobs.writeAt(draft, 0), 'unavailable')
  await expectError(blobs.seal(draft), 'unavailable')
  await expectError(blobs.create(ID, 6), 'already_exists')
  await blobs.delete(ID)
  expect(await readFile(outside, 'utf8')).toBe('secret')
})

test('a symbolic link in place of a folder is not followed', async () => {
  const path = await createTestFolder()
  const outside = await createTestFolder()
  await writeFile(join(outside, ID), 'secret')
  await chmod(join(outside, ID), 0o400)
  await symlink(outside, join(path, 'no'))

  const { blobs } = await openAt(path)
  await expectError(blobs.read(ID), 'unavailable')
  await expectError(blobs.create(`x${ID}`, 1), 'unavailable')
  await expectError(blobs.delete(ID), 'unavailable')
  expect(await readdir(outside)).toEqual([ID])
  const listed = []
  for await (const blob of blobs.list()) listed.push(blob)
  expect(listed).toEqual([])
})

test('a named pipe in place of a blob is refused at once', async () => {
  const { blobs, path } = await openAt(await createTestFolder())
  await mkdir(join(path, 'no'))
  await run('mkfifo', [join(path, FILE)])
  await expectError(blobs.read(ID), 'unavailable')
  await expectError(blobs.stat(ID), 'unavailable')
})

test('the root folder may be a symbolic link', async () => {
  const folder = await createTestFolder()
  await mkdir(join(folder, 'real'))
  await symlink(join(folder, 'real'), join(folder, 'link'))
  const { blobs } = await openAt(join(folder, 'link'))
  const draft = await blobs.create(ID, 3)
  await write(blobs, draft, Buffer.from('abc'))
  await blobs.seal(draft)
  expect(await readFile(join(folder, 'real', FILE), 'utf8')).toBe('abc')
})

test('files that are not blobs are not listed', async () => {
  const { blobs, path } = await openAt(await createTestFolder())
  await blobs.create(ID, 3)
  await writeFile(join(path, 'README'), '')
  await writeFile(join(path, 'no', 'not-ours'), '')
  // The id of another folder.
  await writeFile(join(path, 'no', 'aaaaaaaa'), '')
  const ids = []
  for await (const { id } of blobs.list()) ids.push(id)
  expect(ids).toEqual([ID])
})

test('a destroyed reader closes its file', async () => {
  const { blobs, path } = await openAt(await createTestFolder())
  const content = randomBytes(3 * 1024 * 1024)
  const draft = await blobs.create(ID, content.length)
  await write(blobs, draft, content)
  await blobs.seal(draft)

  const unread = await blobs.read(ID)
  const halfRead = await blobs.read(ID)
  await once(halfRead, 'readable')
  expect(await countOpenFiles(path)).toBe(2)
  for (const reader of [unread, halfRead]) {
    reader.destroy()
    await once(reader, 'close')
  }
  await buffer(await blobs.read(ID))
  await expectError(blobs.read(ID, { start: 1, end: content.length }), 'out_of_range')
  expect(await countOpenFiles(path)).toBe(0)
})

test('a blob that is deleted during a read can be read to its end', async () => {
  const blobs = await openTestDiskStore()
  const content = randomBytes(3 * 1024 * 1024)
  const draft = await blobs.create(ID, content.length)
  await write(blobs, draft, content)
  await blobs.seal(draft)
  const reader = await blobs.read(ID)
  await blobs.delete(ID)
  expect(content.equals(await buffer(reader))).toBe(true)
})

test('closing the store closes its writers', async () => {
  const { blobs, path } = await openAt(await createTestFolder())
  const writer = await blobs.writeAt(await blobs.create(ID, 3), 0)
  await blobs[Symbol.asyncDispose]()
  await expectError(writer.append(Buffer.from('abc')), 'unavailable')
  expect(await countOpenFiles(path)).toBe(0)
})

test('a store whose folder cannot be created does not open', async () => {
  const folder = await createTestFolder()
  await writeFile(join(folder, 'file'), '')
  const opening = openBlobStore({ kind: 'disk', path: join(folder, 'file', 'blobs') })
  await expectError(opening, 'unavailable')
})

test('a missing root folder is reported as unavailable', async () => {
  const { blobs, path } = await openAt(join(await createTestFolder(), 'root'))
  await blobs.check()
  await rename(path, `${path}-gone`)
  await expectError(blobs.check(), 'unavailable')
  await expectError(blobs.create(ID, 3), 'unavailable')
})

test.for([12, 64])(
  'a full disk refuses %i MiB with resource_exhausted, and takes writes again once there is room',
  async (mib, context) => {
    const path = await mountSmallDisk(context, '8m')
    const { blobs } = await openAt(path)
    const large = await blobs.create(ID, mib * 1024 * 1024)
    {
      await using writer = await blobs.writeAt(large, 0)
      const filling = (async () => {
        for (let i = 0; i < 12; i++) await writer.append(randomBytes(1024 * 1024))
        await writer.flush()
      })()
      await expectError(filling, 'resource_exhausted')
      await expectError(writer.flush(), 'resource_exhausted')
    }
    await expectError(blobs.check(), 'resource_exhausted')
    await expectError(blobs.seal(large), 'failed_precondition')

    await blobs.delete(ID)
    await blobs.check()
    const small = await blobs.create(ID, 3)
    await write(blobs, small, Buffer.from('abc'))
    await blobs.seal(small)
    expect(await buffer(await blobs.read(ID))).toEqual(Buffer.from('abc'))
  },
)

test('a disk that becomes read-only is reported as unavailable and can still be read', async (context) => {
  const path = await mountSmallDisk(context, '8m')
  const { blobs } = await openAt(path)
  const draft = await blobs.create(ID, 3)
  await write(blobs, draft, Buffer.from('abc'))
  await blobs.seal(draft)
  await remount(path, 'ro')
  await expectError(blobs.check(), 'unavailable')
  await expectError(blobs.create(`x${ID}`, 3), 'unavailable')
  await expectError(blobs.delete(ID), 'unavailable')
  expect(await buffer(await blobs.read(ID))).toEqual(Buffer.from('abc'))
})

const ID = '0123456789abcdefghijklmno'
const FILE = `no/${ID}`
/** From here on contents go past the page cache. */
const LARGE_BYTES = 64 * 1024 * 1024

/** Writes unit after unit and says which are flushed, until somebody stops it. */
const CHILD = `
  import { openDiskBlobStore } from ${JSON.stringify(new URL('./disk.ts', import.meta.url).href)}
  const [path, id] = process.argv.slice(1)
  const blobs = await openDiskBlobStore({ path })
  const draft = await blobs.create(id, 32 * 4 * 1024 * 1024)
  console.log(JSON.stringify(draft))
  for (let unit = 0; unit < 32; unit++) {
    await using writer = await blobs.writeAt(draft, unit * draft.unitBytes)
    const piece = Buffer.alloc(64 * 1024, unit + 1)
    for (let i = 0; i < draft.unitBytes; i += piece.length) await writer.append(piece)
    await writer.flush()
    console.log(unit)
  }
  setInterval(() => undefined, 1000)
`

async function openAt(path: string): Promise<{ blobs: BlobStore; path: string }> {
  const blobs = await openDiskBlobStore({ path })
  onTestFinished(() => blobs[Symbol.asyncDispose]())
  return { blobs, path }
}

function unitOffsets({ sizeBytes, unitBytes }: BlobDraft): number[] {
  return Array.from({ length: Math.ceil(sizeBytes / unitBytes) }, (_, unit) => unit * unitBytes)
}

async function write(blobs: BlobStore, draft: BlobDraft, bytes: Uint8Array, offset = 0) {
  await using writer = await blobs.writeAt(draft, offset)
  await writer.append(bytes)
  await writer.flush()
}

async function countOpenFiles(folder: string): Promise<number> {
  let count = 0
  for (const descriptor of await readdir('/proc/self/fd')) {
    // The descriptor of this very listing is gone by now.
    const target = await readlink(`/proc/self/fd/${descriptor}`).catch(() => '')
    if (target.startsWith(folder)) count++
  }
  return count
}

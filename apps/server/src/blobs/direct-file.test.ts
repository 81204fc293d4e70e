import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { AlignedMemory, PAGE_BYTES } from './aligned-memory.ts'
import { type DirectFile, openDirect } from './direct-file.ts'
import { DiskRoom } from './disk-room.ts'
import { DiskWriter } from './disk-writer.ts'
import { createTestFolder } from './testing.ts'

const run = promisify(execFile)
const SLAB_BYTES = 1024 * 1024

test('direct writing writes whole pages from pieces of any length, and leaves the rest', async (context) => {
  const { direct, content } = await openFile(context)
  const bytes = randomBytes(3 * PAGE_BYTES + 77)
  const pieces = [bytes.subarray(0, 5), bytes.subarray(5, 5001), bytes.subarray(5001)]
  expect(await direct.write(pieces, PAGE_BYTES)).toBe(3 * PAGE_BYTES)
  expect(await content()).toEqual(
    Buffer.concat([Buffer.alloc(PAGE_BYTES), bytes.subarray(0, 3 * PAGE_BYTES)]),
  )
})

test('direct writing writes more than one slab in several steps', async (context) => {
  const { direct, content } = await openFile(context)
  const bytes = randomBytes(5 * 1024 * 1024)
  expect(await direct.write([bytes.subarray(0, 777), bytes.subarray(777)], 0)).toBe(bytes.length)
  expect(bytes.equals(await content())).toBe(true)
})

test('direct writing writes nothing at an unaligned offset or for less than a page', async (context) => {
  const { direct, content } = await openFile(context)
  expect(await direct.write([randomBytes(2 * PAGE_BYTES)], 1)).toBe(0)
  expect(await direct.write([randomBytes(PAGE_BYTES - 1)], 0)).toBe(0)
  expect(await content()).toHaveLength(0)
})

test('a disk error during direct writing is thrown', async (context) => {
  const { direct } = await openFile(context)
  await direct.close()
  await expect(direct.write([randomBytes(PAGE_BYTES)], 0)).rejects.toMatchObject({ code: 'EBADF' })
})

test('when the disk refuses a direct write, this and all later bytes are written the ordinary way', async (context) => {
  const { file, path, content } = await openFile(context)
  let asked = 0
  const direct = await openDirect(file, {
    async lend() {
      asked++
      // No page begins at an odd address.
      return { bytes: new Uint8Array(new ArrayBuffer(SLAB_BYTES), 1), [Symbol.dispose]() {} }
    },
  })
  if (await direct?.write([Buffer.alloc(PAGE_BYTES)], 0)) {
    return context.skip('LEFT OUT, the disk here takes bytes from anywhere')
  }
  const bytes = randomBytes(3 * SLAB_BYTES + 5)
  const draft = { id: 'a', sizeBytes: bytes.length, unitBytes: bytes.length, token: '' }
  const writing = { room: new DiskRoom(dirname(path)), load: { isSyncing: false, writers: 0 } }
  const writer = new DiskWriter({ file, direct }, draft, 0, writing, () => undefined)
  await writer.append(bytes.subarray(0, SLAB_BYTES))
  await writer.append(bytes.subarray(SLAB_BYTES))
  expect(await writer.flush()).toBe(bytes.length)
  expect(bytes.equals(await content())).toBe(true)
  expect(asked).toBe(1)
})

test('a file system without direct writes is detected', async ({ skip }) => {
  const folder = await mkdtemp(join(tmpdir(), 'awan-ramfs-'))
  try {
    await run('mount', ['-t', 'ramfs', 'ramfs', folder])
  } catch (error) {
    await rm(folder, { recursive: true })
    skip(`LEFT OUT, a file system without direct writes cannot be mounted here: ${error}`)
  }
  onTestFinished(async () => {
    await run('umount', [folder])
    await rm(folder, { recursive: true })
  })
  await using file = await open(join(folder, 'file'), 'w')
  expect(await openDirect(file, new AlignedMemory())).toBeUndefined()
})

async function openFile({ skip }: Pick<TestContext, 'skip'>): Promise<{
  file: FileHandle
  direct: DirectFile
  path: string
  content: () => Promise<Buffer>
}> {
  const path = join(await createTestFolder(), 'file')
  const file = await open(path, 'w')
  onTestFinished(() => file.close())
  const direct = await openDirect(file, new AlignedMemory())
  if (!direct) return skip('LEFT OUT, the disk here has no direct writes')
  onTestFinished(() => direct.close())
  return { file, direct, path, content: () => readFile(path) }
}

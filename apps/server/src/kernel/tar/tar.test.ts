import { execFile } from 'node:child_process'
import { mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readTarIndex } from './tar-index.ts'
import { TAR_END, tarHeader } from './tar-records.ts'
import { TarWriter } from './tar-writer.ts'

const run = promisify(execFile)

async function createFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'awan-tar-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'a.tar')
}

async function* bytesOf(...pieces: string[]): AsyncIterable<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece)
}

const entry = (path: string, sizeBytes: number) => ({
  path,
  sizeBytes,
  modifiedAtMs: Date.UTC(2026, 0, 1),
  mode: 0o600,
})

async function indexOf(path: string) {
  await using archive = await open(path)
  return await readTarIndex(archive)
}

test('GNU tar and our own index read the archive that we write', async () => {
  const path = await createFile()
  const pieces: Uint8Array[] = []
  const tar = new TarWriter(async (bytes) => void pieces.push(Buffer.from(bytes)))
  const long = 'x'.repeat(1000)
  const ends = await Promise.all([
    tar.add(entry('rows/empty', 0), () => bytesOf()),
    tar.add(entry('rows/a', 3), () => bytesOf('a', 'bc')),
    tar.add(entry('long', 1000), () => bytesOf(long)),
  ])
  await tar.end()
  await writeFile(path, Buffer.concat(pieces))
  expect(ends).toEqual([true, true, true])
  expect((await run('tar', ['tf', path])).stdout).toBe('rows/empty\nrows/a\nlong\n')
  expect((await run('tar', ['xOf', path, 'rows/a'])).stdout).toBe('abc')
  const index = await indexOf(path)
  expect([...index.keys()]).toEqual(['rows/empty', 'rows/a', 'long'])
  const { start = 0, sizeBytes = 0 } = index.get('long') ?? {}
  expect((await readFile(path)).toString('utf8', start, start + sizeBytes)).toBe(long)
})

test('an entry with too few, too many or failing bytes does not damage the entries after it', async () => {
  const path = await createFile()
  const pieces: Uint8Array[] = []
  const tar = new TarWriter(async (bytes) => void pieces.push(Buffer.from(bytes)))
  async function* breaking(): AsyncIterable<Buffer> {
    yield Buffer.from('a')
    throw new Error('the disk is gone')
  }
  expect(await tar.add(entry('few', 5), () => bytesOf('abc'))).toBe(false)
  expect(await tar.add(entry('many', 2), () => bytesOf('a', 'bc'))).toBe(false)
  await expect(tar.add(entry('broken', 5), breaking)).rejects.toThrow('the disk is gone')
  await expect(tar.add(entry('none', 5), () => Promise.reject(new Error('gone')))).rejects.toThrow()
  expect(await tar.add(entry('whole', 2), () => bytesOf('ok'))).toBe(true)
  await tar.end()
  await writeFile(path, Buffer.concat(pieces))
  expect((await run('tar', ['tf', path])).stdout).toBe('few\nmany\nbroken\nwhole\n')
  expect((await run('tar', ['xOf', path, 'whole'])).stdout).toBe('ok')
})

test('a file of more than 8 GiB gets an extended size header, which GNU tar reads too', async () => {
  const path = await createFile()
  const size = 9 * 2 ** 30
  const head = tarHeader(entry('large', size))
  await using file = await open(path, 'w')
  await file.write(head)
  // A hole: nobody has to write all of it.
  const after = head.length + size
  await file.write(tarHeader(entry('after', 0)), 0, undefined, after)
  await file.write(TAR_END, 0, undefined, after + 512)
  const { stdout } = await run('tar', ['tvf', path])
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(new RegExp(` ${size} .* large$`)),
    expect.stringMatching(/ 0 .* after$/),
  ])
  expect(await indexOf(path)).toEqual(
    new Map([
      ['large', { start: head.length, sizeBytes: size }],
      ['after', { start: after + 512, sizeBytes: 0 }],
    ]),
  )
})

test('a truncated entry is not in the index', async () => {
  const path = await createFile()
  const pieces: Uint8Array[] = []
  const tar = new TarWriter(async (bytes) => void pieces.push(Buffer.from(bytes)))
  await tar.add(entry('a', 1), () => bytesOf('a'))
  await tar.add(entry('b', 2000), () => bytesOf('b'.repeat(2000)))
  await writeFile(path, Buffer.concat(pieces))
  await truncate(path, 1024 + 512 + 1000)
  expect([...(await indexOf(path)).keys()]).toEqual(['a'])
  await writeFile(path, 'no archive at all')
  expect((await indexOf(path)).size).toBe(0)
})

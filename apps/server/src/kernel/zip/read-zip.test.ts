import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decode437 } from './decode-name.ts'
import { type ReadBytes, readAhead } from './read-ahead.ts'
import { EntryContent, findContent, unpackSmall } from './read-content.ts'
import { type DirectoryEntry, findDirectory, readDirectory } from './read-directory.ts'
import { extraField, type PackedEntry, packZip } from './testing.ts'
import { writeZip, type ZipEntry } from './write-zip.ts'

const AT = Date.UTC(2026, 0, 2, 3, 4, 6)

function readerOf(zip: Buffer): ReadBytes {
  return async (start, length) => {
    if (start < 0 || start + length > zip.length) throw new RangeError(`${start} + ${length}`)
    return zip.subarray(start, start + length)
  }
}

async function entriesOf(zip: Buffer): Promise<DirectoryEntry[]> {
  const read = readerOf(zip)
  const directory = await findDirectory(read, zip.length)
  return Array.fromAsync(readDirectory(read, directory))
}

async function unpack(zip: Buffer): Promise<Record<string, string>> {
  const read = readAhead(readerOf(zip), zip.length)
  const files: Record<string, string> = {}
  for (const entry of await entriesOf(zip)) {
    const start = await findContent(read, entry, zip.length)
    const bytes = await unpackSmall(await read(start, entry.packedBytes), entry)
    files[entry.name ?? ''] = bytes.toString()
  }
  return files
}

async function unpackLarge(zip: Buffer, maxBytes: number): Promise<Buffer> {
  const [entry] = await entriesOf(zip)
  if (!entry) throw new Error('the archive is empty')
  const soFar = { bytes: 0, crc: 0 }
  const content = await EntryContent.open(readerOf(zip), entry, zip.length, soFar)
  const pieces: Buffer[] = []
  for (;;) {
    const piece = await content.next(maxBytes)
    if (!piece) return Buffer.concat(pieces)
    pieces.push(piece)
  }
}

async function problemOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing is wrong',
    ({ problem }) => problem,
  )
}

function written(entries: ZipEntry[], plainMax?: number): Promise<Buffer> {
  return buffer(writeZip(entries, plainMax === undefined ? {} : { plainMax }))
}

function entry(name: string, text: string): ZipEntry {
  const open = async () => Readable.from([Buffer.from(text)])
  return { name, modifiedAtMs: AT, sizeBytes: Buffer.byteLength(text), open }
}

const own = [entry('notes/', ''), entry('notes/김민수.txt', 'hello'), entry('last', 'x')]

test('an archive of our own is read again, in 32 and in 64 bits', async () => {
  const unpacked = { 'notes/': '', 'notes/김민수.txt': 'hello', last: 'x' }
  for (const plainMax of [undefined, 4]) {
    const zip = await written(own, plainMax)
    expect(await unpack(zip)).toEqual(unpacked)
    const [folder, file] = await entriesOf(zip)
    expect(folder).toMatchObject({ isFolder: true, isEncrypted: false, isSpecial: false })
    expect(file).toMatchObject({ isFolder: false, modifiedAtMs: AT })
  }
})

test('what is before an archive, and what is behind it, is passed over', async () => {
  const zip = packZip([{ name: 'a', bytes: Buffer.from('inside') }], {
    before: 'a program that unpacks itself',
    after: 'a few bytes of a mail',
  })
  expect(await unpack(zip)).toEqual({ a: 'inside' })
})

test('a comment that looks like the end of an archive is a comment', async () => {
  const fake = packZip([{ name: 'wrong', bytes: Buffer.from('wrong') }])
  const zip = packZip([{ name: 'a', bytes: Buffer.from('inside') }])
  zip.writeUInt16LE(fake.length + 1, zip.length - 2)
  expect(await unpack(Buffer.concat([zip, fake, Buffer.from('.')]))).toEqual({ a: 'inside' })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('hello '.repeat(1000))],
  ['an archive that is cut', packZip([{ name: 'a', bytes: Buffer.alloc(99) }]).subarray(0, -30)],
  ['an archive without its beginning', packZip([{ name: 'a' }]).subarray(-60)],
])('%s is no archive', async (_, bytes) => {
  expect(await problemOf(entriesOf(bytes))).toBe('not_an_archive')
})

test('a directory that is broken in its middle is refused', async () => {
  const zip = packZip([{ name: 'a' }, { name: 'b' }])
  zip[zip.lastIndexOf('PK\x01\x02')] = 0
  expect(await problemOf(entriesOf(zip))).toBe('not_an_archive')
})

test('names are UTF-8 where that is said or true, else of code page 437, and the Info-ZIP field goes before both', async () => {
  const raw = Buffer.from([0x9a, 0x62, 0x65, 0x72]) // Über
  const field = (crc: number) => {
    const bytes = Buffer.concat([Buffer.from([1, 0, 0, 0, 0]), Buffer.from('über')])
    bytes.writeUInt32LE(crc, 1)
    return extraField(0x7075, bytes)
  }
  const zip = packZip([
    { name: '사진' },
    { name: Buffer.from('照片') },
    { name: raw },
    { name: raw, extra: field(crc32(raw)) },
    // It is of a name that somebody has changed since.
    { name: raw, extra: field(1) },
    { name: raw, flags: 0x800 },
  ])
  const names = (await entriesOf(zip)).map(({ name }) => name)
  expect(names).toEqual(['사진', '照片', 'Über', 'über', 'Über', undefined])
  const upper = decode437(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  expect([upper.length, upper.slice(0x80, 0x83), upper.at(-2)]).toEqual([256, 'Çüé', '■'])
})

test('times come from the extra fields, or from the older field, and a date that does not exist is none', async () => {
  const unix = Buffer.from([1, 0, 0, 0, 0])
  unix.writeInt32LE(AT / 1000, 1)
  const ntfs = Buffer.alloc(32)
  ntfs.writeUInt16LE(1, 4)
  ntfs.writeUInt16LE(24, 6)
  ntfs.writeBigUInt64LE(BigInt(AT + 11_644_473_600_000) * 10_000n, 8)
  const never = Buffer.from(ntfs)
  never.writeBigUInt64LE(0xffff_ffff_ffff_ffffn, 8)
  const zip = packZip([
    { name: 'a', extra: extraField(0x5455, unix) },
    { name: 'b', extra: extraField(0x000a, ntfs) },
    { name: 'c', extra: extraField(0x000a, never) },
    // Its end is missing.
    { name: 'd', extra: extraField(0x5455, unix).subarray(0, 6) },
    { name: 'e' },
  ])
  zip.writeUInt16LE(0, zip.lastIndexOf('PK\x01\x02') + 14)
  const times = (await entriesOf(zip)).map(({ modifiedAtMs }) => modifiedAtMs)
  expect(times).toEqual([AT, AT, undefined, Date.UTC(2020, 0, 2, 3, 4, 6), undefined])
})

test('the directory says what an entry is', async () => {
  const zip = packZip([
    { name: 'folder', mode: 0o040755 },
    { name: 'link', mode: 0o120777 },
    { name: 'device', mode: 0o060644 },
    { name: 'secret', flags: 0x801 },
    { name: Buffer.from('dos\\'), host: 0, mode: 0 },
    { name: Buffer.from('unix\\') },
  ])
  const found = (await entriesOf(zip)).map(({ isFolder, isSpecial, isEncrypted }) =>
    [isFolder && 'folder', isSpecial && 'special', isEncrypted && 'encrypted'].find(Boolean),
  )
  expect(found).toEqual(['folder', 'special', 'special', 'encrypted', 'folder', undefined])
})

const TEXT = Buffer.from('hello '.repeat(100_000))

test.each<[string, PackedEntry]>([
  ['another checksum', { name: 'a', bytes: TEXT, says: { crc: 1 } }],
  ['more bytes', { name: 'a', bytes: TEXT, says: { sizeBytes: TEXT.length - 1 } }],
  ['fewer bytes', { name: 'a', bytes: TEXT, says: { sizeBytes: TEXT.length + 1 } }],
  ['half of its bytes', { name: 'a', bytes: TEXT, says: { packedBytes: 500 } }],
  ['more bytes than the archive', { name: 'a', bytes: TEXT, says: { packedBytes: 1e6 } }],
  ['another name before it', { name: 'a', bytes: TEXT, local: { name: 'b' } }],
  ['another method before it', { name: 'a', bytes: TEXT, local: { method: 0 } }],
  ['another size before it', { name: 'a', bytes: TEXT, local: { sizeBytes: 7 } }],
  ['no header', { name: 'a', bytes: TEXT, says: { offset: 7 } }],
  ['bytes that were never deflated', { name: 'a', bytes: TEXT, method: 8, packed: TEXT }],
])('an entry with %s is damaged', async (_, wrong) => {
  const zip = packZip([wrong])
  expect(await problemOf(unpack(zip))).toBe('damaged')
  expect(await problemOf(unpackLarge(zip, 1000))).toBe('damaged')
})

test('a large entry comes in pieces, and goes on in the middle where it is only stored', async () => {
  for (const method of [0, 8]) {
    const zip = packZip([{ name: 'a', bytes: TEXT, method }])
    expect((await unpackLarge(zip, 12_345)).equals(TEXT)).toBe(true)
  }
  const zip = packZip([{ name: 'a', bytes: TEXT, method: 0 }])
  const [entry] = await entriesOf(zip)
  const soFar = { bytes: 1000, crc: crc32(TEXT.subarray(0, 1000)) }
  const content = await EntryContent.open(readerOf(zip), entry as never, zip.length, soFar)
  const rest: Buffer[] = []
  for (let piece = await content.next(1e9); piece; piece = await content.next(1e9)) rest.push(piece)
  expect(Buffer.concat(rest).equals(TEXT.subarray(1000))).toBe(true)
})

test('bytes behind the end of what is deflated are no part of it', async () => {
  const packed = Buffer.concat([deflateRawSync(TEXT), Buffer.alloc(3_000_000)])
  const zip = packZip([{ name: 'a', bytes: TEXT, packed }])
  expect((await unpackLarge(zip, 1e6)).equals(TEXT)).toBe(true)
  expect(Object.keys(await unpack(zip))).toEqual(['a'])
})

test('a thousand small entries in order cost few reads, and a jump reads little', async () => {
  const zip = packZip(
    Array.from({ length: 1000 }, (_, i) => ({ name: `${i}`, bytes: Buffer.alloc(100, i) })),
  )
  const count = async (entries: DirectoryEntry[]) => {
    let [reads, bytes] = [0, 0]
    const read = readAhead(async (start, length) => {
      reads += 1
      bytes += length
      return readerOf(zip)(start, length)
    }, zip.length)
    for (const each of entries)
      await read(await findContent(read, each, zip.length), each.packedBytes)
    return { reads, bytes }
  }
  const entries = await entriesOf(zip)
  expect((await count(entries)).reads).toBeLessThan(10)
  const { reads, bytes } = await count(entries.toReversed())
  expect(bytes).toBeLessThanOrEqual(reads * 16 * 1024)
})

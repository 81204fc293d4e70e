import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { readZip } from './testing.ts'
import { writeZip, type ZipEntry } from './write-zip.ts'

const at = Date.UTC(2026, 0, 2, 3, 4, 6)

function entry(name: string, text: string, sizeBytes = Buffer.byteLength(text)): ZipEntry {
  const half = Math.ceil(text.length / 2)
  return {
    name,
    modifiedAtMs: at,
    sizeBytes,
    open: async () =>
      (async function* () {
        yield Buffer.from(text.slice(0, half))
        yield Buffer.from(text.slice(half))
      })(),
  }
}

async function write(entries: ZipEntry[], plainMax?: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of writeZip(entries, plainMax === undefined ? {} : { plainMax })) {
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const entries = [entry('notes/', ''), entry('notes/김민수.txt', 'hello'), entry('empty', '')]

test('a ZIP stores each entry with its name, checksum and time', async () => {
  const files = readZip(await write(entries))
  expect(files).toEqual([
    { name: 'notes/', bytes: Buffer.from(''), crc: 0, modifiedAtMs: at },
    {
      name: 'notes/김민수.txt',
      bytes: Buffer.from('hello'),
      crc: crc32('hello'),
      modifiedAtMs: at,
    },
    { name: 'empty', bytes: Buffer.from(''), crc: 0, modifiedAtMs: at },
  ])
})

test('a ZIP uses ZIP64 for sizes beyond 32 bits', async () => {
  const plain = await write(entries)
  const large = await write(entries, 4)
  const ZIP64_END = Buffer.from('PK\x06\x06', 'latin1')
  expect(plain.includes(ZIP64_END)).toBe(false)
  expect(large.includes(ZIP64_END)).toBe(true)
  expect(readZip(large)).toEqual(readZip(plain))
})

test('a ZIP holds more entries than 16 bits can count', async () => {
  const many = Array.from({ length: 65_535 }, (_, i) => entry(`f${i}/`, ''))
  expect(readZip(await write(many))).toHaveLength(65_535)
})

test('writing a ZIP fails when an entry has another length than announced', async () => {
  await expect(write([entry('short', 'abc', 4)])).rejects.toThrow('3 bytes instead of 4')
})

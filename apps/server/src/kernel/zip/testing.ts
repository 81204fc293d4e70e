import { crc32, deflateRawSync } from 'node:zlib'

export interface ReadFile {
  name: string
  bytes: Buffer
  crc: number
  modifiedAtMs: number
}

/** Reads an archive by its directory, as programs do; written apart from the writer. */
export function readZip(zip: Buffer): ReadFile[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  if (count === 0xffff) {
    const largeEnd = Number(zip.readBigUInt64LE(end - 20 + 8))
    count = Number(zip.readBigUInt64LE(largeEnd + 32))
    at = Number(zip.readBigUInt64LE(largeEnd + 48))
  }
  const files: ReadFile[] = []
  for (let i = 0; i < count; i++) {
    const nameLength = zip.readUInt16LE(at + 28)
    const extraLength = zip.readUInt16LE(at + 30)
    const extras = readExtras(
      zip.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength),
    )
    const large = extras.get(0x0001) ?? Buffer.alloc(0)
    let size = zip.readUInt32LE(at + 24)
    let offset = zip.readUInt32LE(at + 42)
    let next = 0
    if (size === 0xffffffff) {
      size = Number(large.readBigUInt64LE(0))
      next = 16
    }
    if (offset === 0xffffffff) offset = Number(large.readBigUInt64LE(next))
    const content = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
    files.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      bytes: zip.subarray(content, content + size),
      crc: zip.readUInt32LE(at + 16),
      modifiedAtMs: (extras.get(0x5455)?.readUInt32LE(1) ?? 0) * 1000,
    })
    at += 46 + nameLength + extraLength
  }
  return files
}

function readExtras(bytes: Buffer): Map<number, Buffer> {
  const extras = new Map<number, Buffer>()
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt16LE(at + 2)
    extras.set(bytes.readUInt16LE(at), bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return extras
}

/** An entry as its maker wants it, honest unless told. */
export interface PackedEntry {
  /** Text is said to be UTF-8, bytes are said to be nothing. */
  name: string | Buffer
  bytes?: Buffer
  method?: number
  /** What is in the archive in the place of the bytes. */
  packed?: Buffer
  flags?: number
  /** Unix unless told. */
  host?: number
  mode?: number
  extra?: Buffer
  /** What the directory says of it. */
  says?: { crc?: number; packedBytes?: number; sizeBytes?: number; offset?: number }
  /** What stands before the content instead. */
  local?: { name?: string; method?: number; sizeBytes?: number }
}

/** An archive with whatever is wrong in it; written apart from the writer. */
export function packZip(entries: readonly PackedEntry[], { before = '', after = '' } = {}): Buffer {
  const chunks: Buffer[] = [Buffer.from(before)]
  const records: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { bytes = Buffer.alloc(0), method = 8, host = 3, mode = 0o100644, says = {} } = entry
    const { extra = Buffer.alloc(0), local = {} } = entry
    const isText = typeof entry.name === 'string'
    const name = Buffer.from(entry.name as string)
    const flags = entry.flags ?? (isText ? 0x800 : 0)
    const packed = entry.packed ?? (method === 8 ? deflateRawSync(bytes) : bytes)
    const { crc = crc32(bytes), packedBytes = packed.length, sizeBytes = bytes.length } = says
    const header = (nameBytes: number, own: { method: number; sizeBytes: number }) => {
      const part = Buffer.alloc(26)
      part.writeUInt16LE(20, 0)
      part.writeUInt16LE(flags, 2)
      part.writeUInt16LE(own.method, 4)
      part.writeUInt16LE((3 << 11) | (4 << 5) | 3, 6)
      part.writeUInt16LE(((2020 - 1980) << 9) | (1 << 5) | 2, 8)
      part.writeUInt32LE(crc, 10)
      part.writeUInt32LE(packedBytes, 14)
      part.writeUInt32LE(own.sizeBytes, 18)
      part.writeUInt16LE(nameBytes, 22)
      return part
    }
    const localName = local.name === undefined ? name : Buffer.from(local.name)
    const localHeader = header(localName.length, { method, sizeBytes, ...local })
    chunks.push(Buffer.from('PK\x03\x04', 'latin1'), localHeader, localName, packed)
    const record = Buffer.alloc(46)
    record.write('PK\x01\x02', 'latin1')
    record.writeUInt8(host, 5)
    header(name.length, { method, sizeBytes }).copy(record, 6)
    record.writeUInt16LE(extra.length, 30)
    record.writeUInt32LE((mode << 16) >>> 0, 38)
    record.writeUInt32LE(says.offset ?? offset, 42)
    records.push(record, name, extra)
    offset += 30 + localName.length + packed.length
  }
  const directory = Buffer.concat(records)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length & 0xffff, 8)
  end.writeUInt16LE(entries.length & 0xffff, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...chunks, directory, end, Buffer.from(after)])
}

/** An extra field of a record. */
export function extraField(id: number, bytes: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(bytes.length, 2)
  return Buffer.concat([head, bytes])
}

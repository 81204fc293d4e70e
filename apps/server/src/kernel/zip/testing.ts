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

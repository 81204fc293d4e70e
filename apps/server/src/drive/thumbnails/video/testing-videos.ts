/** The boxes that an MP4 or QuickTime file begins or ends with, and frames that nobody reads. */
export function someMp4({
  seconds = 12.5,
  width = 1920,
  height = 1080,
  isTurned = false,
  isLong = false,
  recorded = Date.UTC(2024, 6, 1, 12),
  isAtEnd = false,
}: {
  seconds?: number
  width?: number
  height?: number
  isTurned?: boolean
  /** Numbers of 64 bits. */
  isLong?: boolean
  recorded?: number
  /** The header follows the frames, as phones write it. */
  isAtEnd?: boolean
} = {}): Buffer {
  const created = recorded === 0 ? 0 : recorded / 1000 + 2_082_844_800
  const number = (value: number) => (isLong ? uint64(value) : uint32(value))
  const version = uint32(isLong ? 0x01000000 : 0)
  const movie = [version, number(created), number(created), uint32(600), number(seconds * 600)]
  const header = [version, number(created), number(created), uint32(1), uint32(0), number(0)]
  const one = 0x10000
  const matrix = isTurned
    ? [0, one, 0, -one, 0, 0, 0, 0, 0x40000000]
    : [one, 0, 0, 0, one, 0, 0, 0, 0x40000000]
  const track = [...header, Buffer.alloc(16), ...matrix.map(int32)]
  const size = [uint32(width * one), uint32(height * one)]
  const moov = box('moov', [
    box('mvhd', [...movie, Buffer.alloc(80)]),
    box('trak', [box('tkhd', [...track, uint32(0), uint32(0)])]),
    box('trak', [box('tkhd', [...track, ...size])]),
  ])
  const frames = box('mdat', [Buffer.alloc(100_000, 'frames')])
  const type = box('ftyp', [Buffer.from('isommp42')])
  return Buffer.concat(isAtEnd ? [type, frames, moov] : [type, moov, frames])
}

/** As browsers and programs write it: a segment whose length is not known. */
export function someWebm({
  seconds = 7.25,
  width = 1280,
  height = 720,
}: {
  /** The header says nothing of how long the film is. */
  seconds?: number | null
  width?: number
  height?: number
} = {}): Buffer {
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE((seconds ?? 0) * 1000)
  const info = [
    element('2ad7b1', uint32(1_000_000)),
    ...(seconds === null ? [] : [element('4489', duration)]),
  ]
  const video = Buffer.concat([element('b0', uint16(width)), element('ba', uint16(height))])
  const tracks = element('ae', Buffer.concat([element('d7', Buffer.of(1)), element('e0', video)]))
  return Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from('webm'))),
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    element('1549a966', Buffer.concat(info)),
    element('1654ae6b', tracks),
    element('1f43b675', Buffer.alloc(5_000, 'frames')),
  ])
}

export function box(type: string, parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([uint32(content.length + 8), Buffer.from(type, 'latin1'), content])
}

export function element(id: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(0x10000000 + content.length)
  return Buffer.concat([Buffer.from(id, 'hex'), size, content])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

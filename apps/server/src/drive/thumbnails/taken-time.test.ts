import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { parseTakenTime, readTakenTime } from './taken-time.ts'

function photo(time: string, offset?: string): Promise<Buffer> {
  return sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .withExif({
      IFD2: { DateTimeOriginal: time, ...(offset && { OffsetTimeOriginal: offset }) },
    })
    .jpeg()
    .toBuffer()
}

const read = async (time: string, offset?: string) => {
  const ms = await readTakenTime(await photo(time, offset))
  return ms === undefined ? undefined : new Date(ms).toISOString()
}

describe('the capture time of a photo', () => {
  test('the capture time is read with its time zone, or as UTC without one', async () => {
    expect(await read('2026:11:15 18:24:57')).toBe('2026-11-15T18:24:57.000Z')
    expect(await read('2026:11:15 18:24:57', '+07:00')).toBe('2026-11-15T11:24:57.000Z')
    expect(await read('2026:11:15 18:24:57', 'Jakarta')).toBe('2026-11-15T18:24:57.000Z')
  })

  test('an unset, invalid or missing capture time is undefined', async () => {
    expect(await read('0000:00:00 00:00:00')).toBeUndefined()
    expect(await read('2026:13:15 18:24:57')).toBeUndefined()
    expect(await read('yesterday evening ..')).toBeUndefined()
    const plain = sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    expect(await readTakenTime(await plain.png().toBuffer())).toBeUndefined()
  })

  test('the capture time is read from big-endian Exif', () => {
    const exif = Buffer.alloc(80)
    exif.write('MM\0*', 0, 'latin1')
    exif.writeUInt32BE(8, 4)
    exif.writeUInt16BE(1, 8)
    exif.writeUInt16BE(0x8769, 10)
    exif.writeUInt32BE(1, 14)
    exif.writeUInt32BE(30, 18)
    exif.writeUInt16BE(1, 30)
    exif.writeUInt16BE(0x9003, 32)
    exif.writeUInt32BE(20, 36)
    exif.writeUInt32BE(50, 40)
    exif.write('2020:02:29 12:00:00\0', 50, 'latin1')
    expect(parseTakenTime(exif)).toBe(Date.UTC(2020, 1, 29, 12))
  })

  test('truncated or corrupted Exif never throws', async () => {
    const { exif = Buffer.alloc(0) } = await sharp(await photo('2026:11:15 18:24:57')).metadata()
    expect(parseTakenTime(exif)).toBeDefined()
    for (let length = 0; length < exif.length; length++) {
      parseTakenTime(exif.subarray(0, length))
    }
    for (let at = 6; at < exif.length; at++) {
      const spoiled = Buffer.from(exif)
      spoiled[at] = 0xff
      parseTakenTime(spoiled)
    }
  })
})

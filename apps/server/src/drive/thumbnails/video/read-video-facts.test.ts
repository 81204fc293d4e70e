import { expect, test } from 'vitest'
import { readVideoFacts } from './read-video-facts.ts'
import { box, element, someMp4, someWebm } from './testing-videos.ts'

function readFrom(bytes: Buffer) {
  const read: number[] = []
  const facts = readVideoFacts(async (start, length) => {
    expect(start >= 0 && length >= 0 && start + length <= bytes.length).toBe(true)
    read.push(length)
    return bytes.subarray(start, start + length)
  }, bytes.length)
  return { facts, read }
}

const factsOf = (bytes: Buffer) => readFrom(bytes).facts

const RECORDED = Date.UTC(2024, 6, 1, 12)

test('size, length and time are read from the header of an MP4, wherever it is', async () => {
  const facts = { width: 1920, height: 1080, durationMs: 12_500, takenAt: RECORDED }
  expect(await factsOf(someMp4())).toEqual(facts)
  expect(await factsOf(someMp4({ isAtEnd: true }))).toEqual(facts)
  expect(await factsOf(someMp4({ isLong: true }))).toEqual(facts)
})

test('a video that was held upright has its sides exchanged', async () => {
  expect(await factsOf(someMp4({ isTurned: true }))).toMatchObject({ width: 1080, height: 1920 })
})

test('a clock that was never set and a length of zero say nothing', async () => {
  expect(await factsOf(someMp4({ recorded: 0, seconds: 0 }))).toEqual({ width: 1920, height: 1080 })
})

test('size and length are read from the header of a WebM', async () => {
  expect(await factsOf(someWebm())).toEqual({ width: 1280, height: 720, durationMs: 7_250 })
  expect(await factsOf(someWebm({ seconds: null }))).toEqual({ width: 1280, height: 720 })
})

test('the frames of a long video are not read', async () => {
  const long = Buffer.concat([
    box('ftyp', [Buffer.from('isom')]),
    box('mdat', [Buffer.alloc(20_000_000)]),
    someMp4().subarray(16),
  ])
  const { facts, read } = readFrom(long)
  expect(await facts).toMatchObject({ durationMs: 12_500 })
  expect(read.reduce((sum, length) => sum + length, 0)).toBeLessThan(500_000)
})

test('a file that is no video, or is cut off anywhere, gives fewer facts and no error', async () => {
  expect(await factsOf(Buffer.alloc(0))).toEqual({})
  expect(await factsOf(Buffer.from('no video, but a text of some length'))).toEqual({})
  for (const whole of [someMp4(), someMp4({ isLong: true }), someWebm()]) {
    const header = whole.length - 100_000
    for (let end = 0; end < Math.min(whole.length, Math.max(header, 400)); end += 3) {
      const facts = await factsOf(whole.subarray(0, end))
      expect(facts.width ?? 1).toBeGreaterThan(0)
    }
  }
})

test('boxes without end, in a circle or by the thousand are left alone', async () => {
  const many = Buffer.concat(Array.from({ length: 5_000 }, () => box('free', [])))
  const { facts, read } = readFrom(Buffer.concat([many, someMp4()]))
  expect(await facts).toEqual({})
  expect(read.length).toBeLessThan(300)
  const elements = Buffer.concat(Array.from({ length: 5_000 }, () => element('ec', Buffer.of(1))))
  const matroska = Buffer.concat([element('1a45dfa3', Buffer.alloc(4)), elements])
  expect(await factsOf(matroska)).toEqual({})
  // A size of more than there is, and of less than its own head.
  expect(await factsOf(Buffer.from('00000001moov'.padEnd(40, '\xff'), 'latin1'))).toEqual({})
  expect(await factsOf(Buffer.from('0000000466747970000000046d6f6f76', 'hex'))).toEqual({})
})

test('boxes in boxes that are far apart cost a limited number of reads', async () => {
  const small = 256 * 1024
  const track = 8 + 200 * small
  const sizeBytes = 8 + 32 * track
  let reads = 0
  const headAt = (at: number): [number, string] | undefined => {
    if (at === 0) return [sizeBytes, 'moov']
    const inTrack = (at - 8) % track
    if (inTrack === 0) return [track, 'trak']
    return (inTrack - 8) % small === 0 ? [small, 'free'] : undefined
  }
  const facts = await readVideoFacts(async (start, length) => {
    reads++
    const bytes = Buffer.alloc(length)
    for (const at of [0, 8, 16]) {
      const [size, type] = headAt(start + at) ?? []
      if (size === undefined || type === undefined || at + 8 > length) continue
      bytes.writeUInt32BE(size, at)
      bytes.write(type, at + 4, 'latin1')
    }
    return bytes
  }, sizeBytes)
  expect(facts).toEqual({})
  expect(reads).toBeGreaterThan(1_000)
  expect(reads).toBeLessThanOrEqual(2_000)
})

test('bytes that are changed at random never make a reader fail or say nonsense', async () => {
  let seed = 7
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed
  }
  for (const whole of [someMp4().subarray(0, 600), someWebm().subarray(0, 300)]) {
    for (let round = 0; round < 2_000; round++) {
      const bytes = Buffer.from(whole)
      for (let change = 0; change < 4; change++) bytes[random() % bytes.length] = random() % 256
      const { width = 1, height = 1, durationMs = 1, takenAt = RECORDED } = await factsOf(bytes)
      expect(width > 0 && width < 65_536 && height > 0 && height < 65_536).toBe(true)
      expect(durationMs > 0 && durationMs <= 3_600_000_000).toBe(true)
      expect(takenAt > 0).toBe(true)
    }
  }
})

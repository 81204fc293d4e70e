import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import {
  blockHashes,
  contentHash,
  haltingSender,
  joinDrive,
  newUpload,
  onEachDrive,
  refusal,
  sendAll,
  sent,
  someBytes,
  type TestDrive,
} from '../testing.ts'
import { parseText } from './block-ranges.ts'

onEachDrive((open) => {
  async function begin(bytes: Buffer, more: { blockHashes?: string[] } = {}) {
    const drive = await open({ stallMs: 50 })
    const upload = await drive.uploads.create('ana', newUpload('a.bin', bytes, more))
    return { ...drive, id: upload.id, blocksPerPut: upload.blocks_per_put }
  }

  async function missing({ uploads }: TestDrive, id: string) {
    return parseText((await uploads.get('ana', id)).missing)
  }

  async function finish(drive: TestDrive, id: string): Promise<Buffer> {
    const { id: nodeId } = await drive.uploads.commit('ana', id, 'fail')
    return buffer(await (await drive.downloads.open('ana', nodeId)).read())
  }

  test('bytes that the store gathers in memory have a limit per drive', async () => {
    const arriving = { maxBytes: 4000, maxBytesEach: 1000, waitMs: 20 }
    const drive = await open({ arriving })
    const bytes = someBytes(900)
    const [first, second] = await Promise.all(
      ['a.bin', 'b.bin'].map((name) => drive.uploads.create('ana', newUpload(name, bytes))),
    )
    const silent = haltingSender(bytes)
    const sending = drive.uploads.receive('ana', first?.id ?? '', sent(0, silent.bytes))
    await silent.taken
    const send = () => drive.uploads.receive('ana', second?.id ?? '', sent(0, bytes))
    if (drive.blobs.kind === 's3') expect(await refusal(send())).toBe('resource_exhausted')
    silent.goOn(Buffer.alloc(0))
    await sending
    await send()
    expect(parseText((await drive.uploads.get('ana', second?.id ?? '')).missing)).toEqual([])
  })

  test('blocks can be sent in any order and in parallel', async () => {
    const bytes = someBytes(7 * BLOCK_BYTES + 12_345)
    const drive = await begin(bytes)
    const put = (first: number, count: number) =>
      drive.uploads.receive(
        'ana',
        drive.id,
        sent(first, bytes.subarray(first * BLOCK_BYTES, (first + count) * BLOCK_BYTES)),
      )
    expect(await put(4, 4)).toEqual([[0, 3]])
    await Promise.all([put(2, 2), put(0, 2)])
    expect(await missing(drive, drive.id)).toEqual([])
    const file = await drive.uploads.commit('ana', drive.id, 'fail')
    expect(file).toMatchObject({ size: bytes.length, hash: contentHash(bytes) })
    const content = await drive.downloads.open('ana', file.id)
    expect(bytes.equals(await buffer(await content.read()))).toBe(true)
  })

  test('a cut connection keeps the complete blocks that had arrived', async () => {
    const bytes = someBytes(6 * BLOCK_BYTES)
    const drive = await begin(bytes)
    const sender = haltingSender(bytes.subarray(0, 3.5 * BLOCK_BYTES))
    const put = refusal(drive.uploads.receive('ana', drive.id, sent(0, sender.bytes)))
    await sender.taken
    sender.cut()
    expect(await put).toBe('cancelled')
    const kept = Math.floor(3 / drive.blocksPerPut) * drive.blocksPerPut
    expect(await missing(drive, drive.id)).toEqual([[kept, 5]])

    const rest = bytes.subarray(kept * BLOCK_BYTES)
    expect(await drive.uploads.receive('ana', drive.id, sent(kept, rest))).toEqual([])
    expect(bytes.equals(await finish(drive, drive.id))).toBe(true)
  })

  test('a block with a wrong hash is rejected by its number, and the blocks before it are kept', async () => {
    const bytes = someBytes(5 * BLOCK_BYTES)
    const drive = await begin(bytes)
    const damaged = Buffer.from(bytes)
    damaged.writeUInt8(damaged.readUInt8(2 * BLOCK_BYTES + 7) ^ 1, 2 * BLOCK_BYTES + 7)
    const put = drive.uploads.receive('ana', drive.id, sent(0, damaged, blockHashes(bytes)))
    await expect(put).rejects.toMatchObject({
      error: 'data_loss',
      details: [{ metadata: { block: '2' } }],
    })
    expect(await missing(drive, drive.id)).toEqual([[2, 4]])
    await drive.uploads.receive(
      'ana',
      drive.id,
      sent(2, bytes.subarray(2 * BLOCK_BYTES), blockHashes(bytes).slice(2)),
    )
    expect(bytes.equals(await finish(drive, drive.id))).toBe(true)
  })

  test('a block that differs from its announced hash is rejected', async () => {
    const bytes = someBytes(2 * BLOCK_BYTES)
    const drive = await begin(bytes, { blockHashes: blockHashes(bytes) })
    const other = Buffer.concat([bytes.subarray(0, BLOCK_BYTES), someBytes(BLOCK_BYTES, 2)])
    expect(await refusal(drive.uploads.receive('ana', drive.id, sent(0, other)))).toBe('data_loss')
    await sendAll(drive.uploads, 'ana', drive.id, bytes)
    expect(bytes.equals(await finish(drive, drive.id))).toBe(true)
  })

  test('a request with the wrong number of bytes or hashes is rejected, and the upload can go on', async () => {
    const bytes = someBytes(2 * BLOCK_BYTES + 1000)
    const drive = await begin(bytes)
    const put = (first: number, given: Buffer, hashes?: string[]) =>
      refusal(drive.uploads.receive('ana', drive.id, sent(first, given, hashes)))
    const stream = (first: number, given: Buffer, hashes?: string[]) => {
      const socket = new PassThrough()
      socket.end(given)
      return refusal(drive.uploads.receive('ana', drive.id, sent(first, socket, hashes)))
    }
    const more = Buffer.concat([bytes, Buffer.from('x')])
    expect(await put(0, more)).toBe('out_of_range')
    expect(await put(3, Buffer.alloc(1))).toBe('out_of_range')
    expect(await put(0, Buffer.alloc(0))).toBe('invalid_argument')
    expect(await put(0, bytes.subarray(0, 1000))).toBe('invalid_argument')
    expect(await put(0, bytes, blockHashes(bytes).slice(1))).toBe('invalid_argument')
    if (drive.blocksPerPut > 1) expect(await put(1, Buffer.alloc(1))).toBe('invalid_argument')
    expect(await missing(drive, drive.id)).toEqual([[0, 2]])

    expect(await stream(0, Buffer.alloc(0))).toBe('invalid_argument')
    expect(await stream(0, bytes.subarray(0, 1000))).toBe('invalid_argument')
    expect(await stream(2, more.subarray(2 * BLOCK_BYTES))).toBe('out_of_range')
    expect(await stream(0, bytes, blockHashes(bytes).slice(0, 2))).toBe('invalid_argument')

    await sendAll(drive.uploads, 'ana', drive.id, bytes)
    expect(bytes.equals(await finish(drive, drive.id))).toBe(true)
  })

  test('one request carries at most 64 MiB, with or without an announced length', async () => {
    const bytes = Buffer.alloc(17 * BLOCK_BYTES)
    const drive = await begin(bytes)
    expect(await refusal(drive.uploads.receive('ana', drive.id, sent(0, bytes)))).toBe(
      'out_of_range',
    )
    expect(await missing(drive, drive.id)).toEqual([[0, 16]])
    const socket = new PassThrough()
    socket.end(bytes)
    expect(await refusal(drive.uploads.receive('ana', drive.id, sent(0, socket)))).toBe(
      'out_of_range',
    )
    expect(await missing(drive, drive.id)).toEqual([[16, 16]])
  })

  test('sending the same block again succeeds, and different bytes are rejected', async () => {
    const bytes = someBytes(2 * BLOCK_BYTES)
    const drive = await begin(bytes)
    await sendAll(drive.uploads, 'ana', drive.id, bytes)
    expect(await drive.uploads.receive('ana', drive.id, sent(0, bytes))).toEqual([])
    const other = someBytes(2 * BLOCK_BYTES, 2)
    expect(await refusal(drive.uploads.receive('ana', drive.id, sent(0, other)))).toBe('data_loss')
    expect(bytes.equals(await finish(drive, drive.id))).toBe(true)
  })

  test('blocks that have already arrived are skipped within a request', async () => {
    const bytes = someBytes(6 * BLOCK_BYTES)
    const drive = await begin(bytes)
    const middle = bytes.subarray(2 * BLOCK_BYTES, 4 * BLOCK_BYTES)
    await drive.uploads.receive('ana', drive.id, sent(2, middle))
    expect(await drive.uploads.receive('ana', drive.id, sent(0, bytes))).toEqual([])
    expect(bytes.equals(await finish(drive, drive.id))).toBe(true)
  })

  test('four concurrent requests with the same blocks all succeed', async () => {
    const bytes = someBytes(2 * BLOCK_BYTES)
    const drive = await begin(bytes)
    const puts = [1, 2, 3, 4].map(() => drive.uploads.receive('ana', drive.id, sent(0, bytes)))
    expect(await Promise.all(puts)).toEqual([[], [], [], []])
    expect(bytes.equals(await finish(drive, drive.id))).toBe(true)
  })

  test('a reconnected sender does not wait for its own dead connection', async () => {
    const bytes = someBytes(4 * BLOCK_BYTES)
    const drive = await begin(bytes)
    const dead = haltingSender(bytes.subarray(0, 2 * BLOCK_BYTES + 1000))
    const first = refusal(drive.uploads.receive('ana', drive.id, sent(0, dead.bytes)))
    await dead.taken
    const second = drive.uploads.receive('ana', drive.id, sent(0, bytes))
    expect(await first).toBe('aborted')
    expect(await second).toEqual([])
    expect(bytes.equals(await finish(drive, drive.id))).toBe(true)
  })

  test('the uploads of another person answer like unknown ones', async () => {
    const bytes = someBytes(1000)
    const drive = await begin(bytes)
    const unknown = '0'.repeat(25)
    const said = (work: Promise<unknown>) => work.catch((error: Error) => error.message)
    const { uploads } = drive
    expect(await said(uploads.get('ben', drive.id))).toBe(await said(uploads.get('ben', unknown)))
    expect(await said(uploads.receive('ben', drive.id, sent(0, bytes)))).toBe(
      await said(uploads.receive('ben', unknown, sent(0, bytes))),
    )
    expect(await said(uploads.commit('ben', drive.id, 'fail'))).toBe(
      await said(uploads.commit('ben', unknown, 'fail')),
    )
    await uploads.abort('ben', drive.id)
    await sendAll(uploads, 'ana', drive.id, bytes)
    expect(bytes.equals(await finish(drive, drive.id))).toBe(true)
  })

  test('an upload can be continued in another process', async () => {
    const bytes = someBytes(4 * BLOCK_BYTES)
    const one = await begin(bytes)
    await one.uploads.receive('ana', one.id, sent(0, bytes.subarray(0, 2 * BLOCK_BYTES)))
    const two = joinDrive(one.db, one.blobs, { clock: one.clock })
    expect(await missing(two, one.id)).toEqual([[2, 3]])
    await two.uploads.receive('ana', one.id, sent(2, bytes.subarray(2 * BLOCK_BYTES)))
    expect(bytes.equals(await finish(two, one.id))).toBe(true)
  })
})

import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { BlobDraft, BlobStore } from './blob-store.ts'
import { expectError, onEachBlobStore } from './testing.ts'

onEachBlobStore((open) => {
  test('a blob is read back as it was written', async () => {
    const blobs = await open()
    const content = randomBytes(100_000)
    await store(blobs, ID, content)
    expect(await isContent(blobs, ID, content)).toBe(true)
    expect(await blobs.stat(ID)).toMatchObject({ id: ID, state: 'sealed', sizeBytes: 100_000 })
  })

  test('an empty blob can be stored, read, listed and deleted', async () => {
    const blobs = await open()
    const draft = await blobs.create(ID, 0)
    await write(blobs, draft, 0, Buffer.alloc(0))
    await blobs.seal(draft)
    await blobs.seal(draft)
    expect(await buffer(await blobs.read(ID))).toHaveLength(0)
    expect(await blobs.stat(ID)).toMatchObject({ state: 'sealed', sizeBytes: 0 })
    await expectError(blobs.read(ID, { start: 0, end: 0 }), 'out_of_range')
    expect(await listed(blobs)).toEqual([`${ID} sealed`])
    await blobs.delete(ID)
    expect(await listed(blobs)).toEqual([])
  })

  test('several writers can write the units of a blob at once, in any order', async () => {
    const blobs = await open()
    const content = randomBytes(LARGE_BYTES)
    const draft = await blobs.create(ID, content.length)
    const offsets = unitOffsets(draft).reverse()
    expect(offsets.length).toBeGreaterThan(2)
    await Promise.all(
      offsets.map((offset) =>
        write(blobs, draft, offset, content.subarray(offset, offset + draft.unitBytes)),
      ),
    )
    await blobs.seal(draft)
    expect(await isContent(blobs, ID, content)).toBe(true)
  })

  test('one writer can write a blob in pieces of any length', async () => {
    const blobs = await open()
    const content = randomBytes(LARGE_BYTES)
    const draft = await blobs.create(ID, content.length)
    await using writer = await blobs.writeAt(draft, 0)
    let at = 0
    for (let length = 1; at < content.length; length = (length * 7) % 1_000_003) {
      await writer.append(content.subarray(at, at + length))
      at += length
    }
    expect(await writer.flush()).toBe(content.length)
    await blobs.seal(draft)
    expect(await isContent(blobs, ID, content)).toBe(true)
  })

  test('one piece may be longer than a unit', async () => {
    const blobs = await open()
    const content = randomBytes(LARGE_BYTES)
    await store(blobs, ID, content)
    expect(await isContent(blobs, ID, content)).toBe(true)
  })

  test('each flush reports how many bytes are durable, and writing can continue', async () => {
    const blobs = await open()
    const content = randomBytes(LARGE_BYTES)
    const draft = await blobs.create(ID, content.length)
    const middle = draft.unitBytes + 1000
    await using writer = await blobs.writeAt(draft, 0)
    await writer.append(content.subarray(0, middle))
    expect([draft.unitBytes, middle]).toContain(await writer.flush())
    await writer.append(content.subarray(middle))
    expect(await writer.flush()).toBe(content.length)
    await blobs.seal(draft)
    expect(await isContent(blobs, ID, content)).toBe(true)
  })

  test('a draft that was stored as JSON can be continued', async () => {
    const blobs = await open()
    const content = randomBytes(LARGE_BYTES)
    const kept = JSON.stringify(await blobs.create(ID, content.length))
    const draft = JSON.parse(kept) as BlobDraft
    const [first = 0, ...others] = unitOffsets(draft)
    await write(blobs, draft, first, content.subarray(0, draft.unitBytes))
    for (const offset of others) {
      const again = JSON.parse(kept) as BlobDraft
      await write(blobs, again, offset, content.subarray(offset, offset + draft.unitBytes))
    }
    await blobs.seal(JSON.parse(kept) as BlobDraft)
    expect(await isContent(blobs, ID, content)).toBe(true)
  })

  test('a unit can be overwritten until the blob is sealed', async () => {
    const blobs = await open()
    const draft = await blobs.create(ID, 5)
    await write(blobs, draft, 0, Buffer.from('wrong'))
    await write(blobs, draft, 0, Buffer.from('right'))
    await blobs.seal(draft)
    expect(await buffer(await blobs.read(ID))).toEqual(Buffer.from('right'))
  })

  test('any range of a blob can be read, across units too', async () => {
    const blobs = await open()
    const content = randomBytes(LARGE_BYTES)
    const { unitBytes } = await store(blobs, ID, content)
    const last = content.length - 1
    for (const [start, end] of [
      [0, 0],
      [last, last],
      [0, last],
      [unitBytes - 1, unitBytes],
      [1000, unitBytes + 1000],
    ] as const) {
      const bytes = await buffer(await blobs.read(ID, { start, end }))
      expect(bytes.equals(content.subarray(start, end + 1)), `${start}-${end}`).toBe(true)
    }
  })

  test('a range outside of the blob is refused', async () => {
    const blobs = await open()
    await store(blobs, ID, Buffer.from('12345'))
    for (const [start, end] of [
      [5, 5],
      [0, 5],
      [3, 2],
      [-1, 2],
      [0.5, 2],
    ] as const) {
      await expectError(blobs.read(ID, { start, end }), 'out_of_range')
    }
  })

  test('an open blob cannot be read', async () => {
    const blobs = await open()
    const draft = await blobs.create(ID, 5)
    await write(blobs, draft, 0, Buffer.from('12345'))
    await expectError(blobs.read(ID), 'not_found')
    expect(await blobs.stat(ID)).toMatchObject({ id: ID, state: 'open' })
  })

  test('an unknown blob is not found, and deleting it does nothing', async () => {
    const blobs = await open()
    await expectError(blobs.read(ID), 'not_found')
    expect(await blobs.stat(ID)).toBeUndefined()
    await blobs.delete(ID)
    expect(await listed(blobs)).toEqual([])
  })

  test('the list contains open and sealed blobs', async () => {
    const blobs = await open()
    await blobs.create('aaaaaaaa', 10)
    const written = await blobs.create('bbbbbbbb', 3)
    await write(blobs, written, 0, Buffer.from('abc'))
    await store(blobs, 'cccccccc', Buffer.from('abc'))
    expect(await listed(blobs)).toEqual(['aaaaaaaa open', 'bbbbbbbb open', 'cccccccc sealed'])
  })

  test('stat reports when a blob was created', async () => {
    const blobs = await open()
    // File systems and object storage round down, to a second at most.
    const earliest = Date.now() - 1000
    await blobs.create('aaaaaaaa', 10)
    await store(blobs, 'cccccccc', Buffer.from('abc'))
    for (const id of ['aaaaaaaa', 'cccccccc']) {
      const stat = await blobs.stat(id)
      expect(stat?.modifiedAtMs).toBeGreaterThanOrEqual(earliest)
      expect(stat?.modifiedAtMs).toBeLessThanOrEqual(Date.now() + 1000)
    }
  })

  test('every call refuses a malformed blob id', async () => {
    const blobs = await open()
    const draft = await blobs.create(ID, 1)
    for (const id of [
      '',
      'short',
      'UPPERCASE',
      'a'.repeat(65),
      '../../etc',
      'aaaa/aaaa',
      '........',
    ]) {
      await expectError(blobs.create(id, 1), 'invalid_argument')
      await expectError(blobs.writeAt({ ...draft, id }, 0), 'invalid_argument')
      await expectError(blobs.seal({ ...draft, id }), 'invalid_argument')
      await expectError(blobs.read(id), 'invalid_argument')
      await expectError(blobs.stat(id), 'invalid_argument')
      await expectError(blobs.delete(id), 'invalid_argument')
    }
    expect(await listed(blobs)).toEqual([`${ID} open`])
  })

  test('an invalid blob size is refused', async () => {
    const blobs = await open()
    for (const size of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await expectError(blobs.create(ID, size), 'invalid_argument')
    }
    expect(await listed(blobs)).toEqual([])
  })

  test("writing within a unit, beyond the end or past the blob's size is refused", async () => {
    const blobs = await open()
    const draft = await blobs.create(ID, LARGE_BYTES)
    await expectError(blobs.writeAt(draft, 1), 'invalid_argument')
    await expectError(blobs.writeAt(draft, draft.unitBytes - 1), 'invalid_argument')
    await expectError(blobs.writeAt(draft, -draft.unitBytes), 'out_of_range')
    await expectError(blobs.writeAt(draft, 100 * draft.unitBytes), 'out_of_range')
    const offset = unitOffsets(draft).at(-1) ?? 0
    await using writer = await blobs.writeAt(draft, offset)
    await expectError(writer.append(Buffer.alloc(LARGE_BYTES - offset + 1)), 'out_of_range')
    await writer.append(Buffer.alloc(LARGE_BYTES - offset))
    expect(await writer.flush()).toBe(LARGE_BYTES)
    await expectError(writer.append(Buffer.alloc(1)), 'out_of_range')
  })

  test('a blob can be sealed only when its last bytes are written', async () => {
    const blobs = await open()
    const content = randomBytes(LARGE_BYTES)
    const draft = await blobs.create(ID, content.length)
    const end = unitOffsets(draft).at(-1) ?? 0
    await expectError(blobs.seal(draft), 'failed_precondition')
    await write(blobs, draft, 0, content.subarray(0, end))
    await expectError(blobs.seal(draft), 'failed_precondition')
    await expectError(blobs.read(ID), 'not_found')
    await write(blobs, draft, end, content.subarray(end))
    await blobs.seal(draft)
    expect(await isContent(blobs, ID, content)).toBe(true)
  })

  test('sealing a sealed blob again changes nothing', async () => {
    const blobs = await open()
    const draft = await store(blobs, ID, Buffer.from('abc'))
    await blobs.seal(draft)
    await Promise.all([blobs.seal(draft), blobs.seal(draft)])
    expect(await buffer(await blobs.read(ID))).toEqual(Buffer.from('abc'))
  })

  test('several callers can seal a blob at the same moment', async () => {
    const blobs = await open()
    const draft = await blobs.create(ID, 3)
    await write(blobs, draft, 0, Buffer.from('abc'))
    await Promise.all([blobs.seal(draft), blobs.seal(draft), blobs.seal(draft)])
    expect(await buffer(await blobs.read(ID))).toEqual(Buffer.from('abc'))
  })

  test('a sealed blob cannot be written', async () => {
    const blobs = await open()
    const draft = await store(blobs, ID, Buffer.from('abc'))
    await expectError(write(blobs, draft, 0, Buffer.from('xyz')), 'failed_precondition')
    expect(await buffer(await blobs.read(ID))).toEqual(Buffer.from('abc'))
  })

  test('a writer that is open when the blob is sealed can write no more', async () => {
    const blobs = await open()
    const draft = await blobs.create(ID, 6)
    await write(blobs, draft, 0, Buffer.from('abcdef'))
    await using late = await blobs.writeAt(draft, 0)
    await late.append(Buffer.from('xyz'))
    await blobs.seal(draft)
    await expectError(
      late.append(Buffer.from('xyz')).then(() => late.flush()),
      'failed_precondition',
    )
    expect(await buffer(await blobs.read(ID))).toEqual(Buffer.from('abcdef'))
  })

  test('deleting an open blob ends its writers', async () => {
    const blobs = await open()
    const draft = await blobs.create(ID, 6)
    await using late = await blobs.writeAt(draft, 0)
    await late.append(Buffer.from('abc'))
    await blobs.delete(ID)
    await expectError(
      late.append(Buffer.from('def')).then(() => late.flush()),
      'not_found',
    )
    await expectError(write(blobs, draft, 0, Buffer.from('abcdef')), 'not_found')
    await expectError(blobs.seal(draft), 'not_found')
    expect(await blobs.stat(ID)).toBeUndefined()
    expect(await listed(blobs)).toEqual([])
  })

  test('a sealed blob can be deleted, and deleting it again does nothing', async () => {
    const blobs = await open()
    await store(blobs, ID, Buffer.from('abc'))
    await blobs.delete(ID)
    await blobs.delete(ID)
    await expectError(blobs.read(ID), 'not_found')
    expect(await listed(blobs)).toEqual([])
  })

  test('a draft can grow while its final size is unknown', async () => {
    const blobs = await open()
    const content = randomBytes(LARGE_BYTES)
    const { unitBytes } = await blobs.create(ID, 1).then(async (draft) => {
      await blobs.delete(ID)
      return draft
    })
    let draft = await blobs.create(ID, unitBytes)
    await write(blobs, draft, 0, content.subarray(0, unitBytes))
    for (let at = unitBytes; at < content.length; at += unitBytes) {
      const end = Math.min(at + unitBytes, content.length)
      draft = await blobs.grow(draft, end)
      expect(draft.unitBytes).toBe(unitBytes)
      await write(blobs, draft, at, content.subarray(at, end))
    }
    await blobs.seal(draft)
    expect(await isContent(blobs, ID, content)).toBe(true)
    await expectError(blobs.grow(draft, 1), 'invalid_argument')
  })

  test('a copy of a sealed blob is independent of the original', async () => {
    const blobs = await open()
    const content = randomBytes(LARGE_BYTES)
    await store(blobs, ID, content)
    const copied = await blobs.copy(ID, COPY_ID)
    expect(copied).toMatchObject({ id: COPY_ID, sizeBytes: content.length })
    expect(await listed(blobs)).toEqual([`${ID} sealed`, `${COPY_ID} sealed`])
    await expectError(
      blobs.writeAt(copied, 0).then((writer) => writer.append(content).then(() => writer.flush())),
      'failed_precondition',
    )
    await blobs.seal(copied)
    await blobs.delete(ID)
    expect(await isContent(blobs, COPY_ID, content)).toBe(true)
    await blobs.delete(COPY_ID)
    expect(await listed(blobs)).toEqual([])
  })

  test('copying an unknown or open blob, or over an existing one, is refused', async () => {
    const blobs = await open()
    await expectError(blobs.copy(ID, COPY_ID), 'not_found')
    await blobs.create(ID, 3)
    await expectError(blobs.copy(ID, COPY_ID), 'not_found')
    await blobs.delete(ID)
    await store(blobs, ID, Buffer.from('abc'))
    await store(blobs, COPY_ID, Buffer.from('def'))
    await expectError(blobs.copy(ID, COPY_ID), 'already_exists')
    expect(await buffer(await blobs.read(COPY_ID))).toEqual(Buffer.from('def'))
  })

  test('deleting a blob does not delete one whose id starts with the same characters', async () => {
    const blobs = await open()
    // The one id begins with the other.
    const shorter = '0aaaaaaa'
    const longer = `${shorter}aaaa`
    for (const id of [shorter, longer]) await blobs.create(id, 3)
    await blobs.delete(shorter)
    expect(await blobs.stat(shorter)).toBeUndefined()
    expect(await listed(blobs)).toEqual([`${longer} open`])
  })

  test('creating a blob with the id of a sealed one is refused and changes nothing', async () => {
    const blobs = await open()
    await store(blobs, ID, Buffer.from('abc'))
    await expectError(blobs.create(ID, 3), 'already_exists')
    expect(await buffer(await blobs.read(ID))).toEqual(Buffer.from('abc'))
    expect(await listed(blobs)).toEqual([`${ID} sealed`])
  })

  test('a closed writer takes no more bytes', async () => {
    const blobs = await open()
    const draft = await blobs.create(ID, 6)
    const writer = await blobs.writeAt(draft, 0)
    await writer[Symbol.asyncDispose]()
    await writer[Symbol.asyncDispose]()
    await expectError(writer.append(Buffer.from('abc')), 'failed_precondition')
    await expectError(writer.flush(), 'failed_precondition')
  })

  test('a reader can stop in the middle of a blob', async () => {
    const blobs = await open()
    const content = randomBytes(LARGE_BYTES)
    await store(blobs, ID, content)
    for await (const chunk of await blobs.read(ID)) {
      expect(content.subarray(0, chunk.length).equals(chunk)).toBe(true)
      break
    }
    expect(await isContent(blobs, ID, content)).toBe(true)
  })

  test('the check of a working store succeeds and leaves nothing behind', async () => {
    const blobs = await open()
    await blobs.check()
    expect(await listed(blobs)).toEqual([])
  })
})

const ID = '0123456789abcdefghijklmno'
const COPY_ID = '0123456789abcdefghijklmnp'
/** Several units in every store, and a last one that is not full. */
const LARGE_BYTES = 20 * 1024 * 1024 + 12_345

function unitOffsets({ sizeBytes, unitBytes }: BlobDraft): number[] {
  return Array.from({ length: Math.ceil(sizeBytes / unitBytes) }, (_, unit) => unit * unitBytes)
}

async function write(blobs: BlobStore, draft: BlobDraft, offset: number, bytes: Uint8Array) {
  await using writer = await blobs.writeAt(draft, offset)
  await writer.append(bytes)
  expect(await writer.flush()).toBe(offset + bytes.length)
}

async function store(blobs: BlobStore, id: string, content: Uint8Array): Promise<BlobDraft> {
  const draft = await blobs.create(id, content.length)
  await write(blobs, draft, 0, content)
  await blobs.seal(draft)
  return draft
}

async function isContent(blobs: BlobStore, id: string, content: Buffer): Promise<boolean> {
  return content.equals(await buffer(await blobs.read(id)))
}

async function listed(blobs: BlobStore): Promise<string[]> {
  const found: string[] = []
  for await (const { id, state } of blobs.list()) found.push(`${id} ${state}`)
  return found.sort()
}

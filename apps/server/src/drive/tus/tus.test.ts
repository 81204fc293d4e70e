import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { BLOCK_BYTES } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import type { Checksum } from '../contents/checksum.ts'
import { chunked } from '../test-bytes.ts'
import {
  haltingSender,
  joinDrive,
  onEachDrive,
  refusal,
  someBytes,
  type TestDrive,
  UPLOAD_TTL_MS,
} from '../testing.ts'
import { parseChecksum } from './checksum.ts'
import type { Concat } from './concat.ts'
import type { NewTusUpload } from './create-tus-upload.ts'

const NAME = `filename ${Buffer.from('a.bin').toString('base64')}`

const WHOLE: Concat = { kind: 'whole' }
const SENT = { offset: 0, checksum: undefined }

async function begin(
  { tus }: TestDrive,
  sizeBytes: number,
  concat: Concat = { kind: 'whole' },
): Promise<string> {
  return (await tus.create('ana', { sizeBytes, metadata: NAME, concat })).upload.id
}

function append(
  { tus }: TestDrive,
  id: string,
  offset: number,
  bytes: Buffer | Readable,
  checksum?: Checksum,
) {
  const body = bytes instanceof Readable ? bytes : chunked(bytes)
  return tus.append('ana', id, { offset, body, checksum })
}

const offsetOf = async ({ tus }: TestDrive, id: string) => (await tus.get('ana', id)).offset

async function read({ downloads }: TestDrive, nodeId: string | null): Promise<Buffer> {
  return buffer(await (await downloads.open('ana', nodeId ?? '')).read())
}

const countPieces = ({ db }: TestDrive) =>
  db.read(async (r) => (await r.selectFrom('tus_pieces').select('start').execute()).length)

onEachDrive((open) => {
  test('requests of any size add up to the file, and no piece is left', async () => {
    const drive = await open()
    const bytes = someBytes(3 * BLOCK_BYTES + 4321)
    const id = await begin(drive, bytes.length)
    const sizes = [1, 999, BLOCK_BYTES - 1000, 2 * BLOCK_BYTES + 7, 0, 5, bytes.length]
    let at = 0
    let fileId: string | null = null
    for (const size of sizes) {
      const state = await append(drive, id, at, bytes.subarray(at, at + size))
      at = Math.min(at + size, bytes.length)
      expect(state.offset).toBe(at)
      fileId = state.upload.committed_node_id
    }
    expect((await read(drive, fileId)).equals(bytes)).toBe(true)
    expect(await countPieces(drive)).toBe(0)
    expect(await offsetOf(drive, id)).toBe(bytes.length)
  })

  test('a cut connection keeps every byte that had arrived', async () => {
    const drive = await open()
    const bytes = someBytes(3 * BLOCK_BYTES)
    const id = await begin(drive, bytes.length)
    const length = Math.floor(2.5 * BLOCK_BYTES) + 3
    const sender = haltingSender(bytes.subarray(0, length))
    const sending = refusal(append(drive, id, 0, sender.bytes))
    await sender.taken
    sender.cut()
    expect(await sending).toBe('cancelled')
    expect(await offsetOf(drive, id)).toBe(length)
    const { upload } = await append(drive, id, length, bytes.subarray(length))
    expect((await read(drive, upload.committed_node_id)).equals(bytes)).toBe(true)
  })

  test('a cut connection keeps nothing of a request with a checksum', async () => {
    const drive = await open()
    const bytes = someBytes(2 * BLOCK_BYTES)
    const id = await begin(drive, bytes.length)
    await append(drive, id, 0, bytes.subarray(0, 10))
    const sender = haltingSender(bytes.subarray(10, BLOCK_BYTES + 10))
    const sending = refusal(append(drive, id, 10, sender.bytes, parseChecksum('sha1 AAAA')))
    await sender.taken
    sender.cut()
    expect(await sending).toBe('cancelled')
    expect(await offsetOf(drive, id)).toBe(10)
  })

  test('another process can continue an upload', async () => {
    const drive = await open()
    const bytes = someBytes(BLOCK_BYTES + 100)
    const id = await begin(drive, bytes.length)
    await append(drive, id, 0, bytes.subarray(0, 50))
    const other = joinDrive(drive.db, drive.blobs)
    const { upload } = await append(other, id, 50, bytes.subarray(50))
    expect((await read(other, upload.committed_node_id)).equals(bytes)).toBe(true)
  })

  test('partial uploads of any length become one file and are removed', async () => {
    const drive = await open()
    const bytes = someBytes(3 * BLOCK_BYTES + 99)
    const [one, two] = [BLOCK_BYTES + 17, 2 * BLOCK_BYTES]
    const cuts = [
      bytes.subarray(0, one),
      Buffer.alloc(0),
      bytes.subarray(one, two),
      bytes.subarray(two),
    ]
    const ids: string[] = []
    for (const cut of cuts) {
      const id = await begin(drive, cut.length, { kind: 'partial' })
      ids.push(id)
      await append(drive, id, 0, cut)
    }
    expect((await drive.nodes.list('ana', 'root', { size: 10, token: undefined })).nodes).toEqual(
      [],
    )
    const { upload } = await drive.tus.create('ana', {
      sizeBytes: undefined,
      metadata: NAME,
      concat: { kind: 'final', ids },
    })
    expect((await read(drive, upload.committed_node_id)).equals(bytes)).toBe(true)
    for (const id of ids) expect(await refusal(drive.tus.get('ana', id))).toBe('not_found')
    expect(await drive.listBlobs()).toEqual([upload.blob_id])
  })

  test('partial uploads and their final upload are charged to the quota once', async () => {
    const drive = await open({ quotaBytes: 10 })
    const part = async (text: string) => {
      const id = await begin(drive, text.length, { kind: 'partial' })
      await append(drive, id, 0, Buffer.from(text))
      return id
    }
    const final = (ids: string[]) =>
      drive.tus.create('ana', {
        sizeBytes: undefined,
        metadata: NAME,
        concat: { kind: 'final', ids },
      })
    const ids = [await part('abcd'), await part('efghij')]
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: 0, reserved_bytes: 10 })
    const { upload } = await final(ids)
    expect((await read(drive, upload.committed_node_id)).toString()).toBe('abcdefghij')
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: 10, reserved_bytes: 0 })
  })

  test('a failed final upload keeps the quota of its parts, and a part used twice is charged twice', async () => {
    const drive = await open({ quotaBytes: 5 })
    const id = await begin(drive, 3, { kind: 'partial' })
    await append(drive, id, 0, Buffer.from('abc'))
    const final = (ids: string[], metadata = NAME) =>
      drive.tus.create('ana', { sizeBytes: undefined, metadata, concat: { kind: 'final', ids } })
    expect(await refusal(final([id, id]))).toBe('resource_exhausted')
    const nowhere = `${NAME},parent_id ${Buffer.from('nowhere').toString('base64')}`
    expect(await refusal(final([id], nowhere))).toBe('not_found')
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: 0, reserved_bytes: 3 })

    await drive.db.write((writer) => writer.updateTable('drives').set({ quota_bytes: 6 }).execute())
    const { upload } = await final([id, id])
    expect((await read(drive, upload.committed_node_id)).toString()).toBe('abcabc')
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: 6, reserved_bytes: 0 })
  })

  test('an expired upload leaves no row and no blob', async () => {
    const drive = await open()
    const id = await begin(drive, 2 * BLOCK_BYTES)
    await append(drive, id, 0, someBytes(BLOCK_BYTES + 5))
    drive.clock.advance(UPLOAD_TTL_MS + 1)
    await expect(drive.tus.get('ana', id)).rejects.toMatchObject({
      error: 'not_found',
      status: 410,
    })
    await drive.cleanUp()
    await expect(drive.tus.get('ana', id)).rejects.toMatchObject({
      error: 'not_found',
      status: 404,
    })
    expect(await countPieces(drive)).toBe(0)
    expect(await drive.listBlobs()).toEqual([])
  })
})

onEachDatabase((openDatabase) => {
  test('a client can resume while the server still waits on its dead connection', async () => {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore(), { stallMs: 20 })
    const bytes = someBytes(2000)
    const id = await begin(drive, bytes.length)
    const silent = haltingSender(bytes.subarray(0, 500))
    const dead = refusal(append(drive, id, 0, silent.bytes))
    await silent.taken
    // The client does not know what has arrived, learns the offset, and continues there.
    expect(await refusal(append(drive, id, 0, bytes))).toBe('aborted')
    expect(await dead).toBe('aborted')
    const offset = await offsetOf(drive, id)
    expect(offset).toBe(500)
    const { upload } = await append(drive, id, offset, bytes.subarray(offset))
    expect((await read(drive, upload.committed_node_id)).equals(bytes)).toBe(true)
  })

  test('bytes that wait for the rest of their unit have a limit per drive, and none is lost by it', async () => {
    const arriving = { maxBytes: 4000, maxBytesEach: 1000, waitMs: 20 }
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore(), { arriving })
    const [first, second] = [await begin(drive, BLOCK_BYTES), await begin(drive, BLOCK_BYTES)]
    const bytes = someBytes(900)
    const silent = haltingSender(bytes)
    const sending = refusal(append(drive, first, 0, silent.bytes))
    await silent.taken
    expect(await refusal(append(drive, second, 0, bytes))).toBe('resource_exhausted')
    // Another drive has a share of its own.
    const ben = await drive.tus.create('ben', { sizeBytes: 900, metadata: NAME, concat: WHOLE })
    await drive.tus.append('ben', ben.upload.id, { ...SENT, body: chunked(bytes) })
    silent.cut()
    expect(await sending).toBe('cancelled')
    expect(await offsetOf(drive, first)).toBe(900)
    await append(drive, second, 0, bytes)
    expect(await offsetOf(drive, second)).toBe(900)
  })

  test('of two requests at the same offset to two processes only one counts', async () => {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore())
    const other = joinDrive(drive.db, drive.blobs)
    const id = await begin(drive, 2000)
    const slow = haltingSender(someBytes(100))
    const sending = refusal(append(drive, id, 0, slow.bytes))
    await slow.taken
    await append(other, id, 0, someBytes(300))
    slow.goOn(someBytes(100))
    expect(await sending).toBe('aborted')
    expect(await offsetOf(drive, id)).toBe(300)
  })

  test('more bytes than the upload length are rejected', async () => {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore())
    const id = await begin(drive, 10)
    expect(await refusal(append(drive, id, 0, someBytes(11)))).toBe('out_of_range')
    const { offset, upload } = await drive.tus.get('ana', id)
    expect([offset, upload.committed_node_id]).toEqual([0, null])
  })

  test('a request with a checksum has a size limit, and one without has none', async () => {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore())
    const bytes = someBytes(17 * BLOCK_BYTES)
    const id = await begin(drive, bytes.length)
    const digest = createHash('sha256').update(bytes).digest('base64')
    const checksum = parseChecksum(`sha256 ${digest}`)
    await expect(append(drive, id, 0, bytes, checksum)).rejects.toMatchObject({ status: 413 })
    expect(await offsetOf(drive, id)).toBe(0)
    const { upload } = await append(drive, id, 0, bytes)
    expect((await read(drive, upload.committed_node_id)).equals(bytes)).toBe(true)
  })

  test('after a failure of the blob store an upload resumes from its last reported offset', async () => {
    const store = failingStore()
    const drive = joinDrive(await openDatabase(), store.blobs)
    const bytes = someBytes(3 * BLOCK_BYTES)
    const id = await begin(drive, bytes.length)
    await append(drive, id, 0, bytes.subarray(0, 77))
    store.failing.add('writeAt')
    expect(await refusal(append(drive, id, 77, bytes.subarray(77)))).toBe('unavailable')
    expect(await offsetOf(drive, id)).toBe(77)
    store.failing.clear()
    const { upload } = await append(drive, id, 77, bytes.subarray(77))
    expect((await read(drive, upload.committed_node_id)).equals(bytes)).toBe(true)
  })

  test('an interrupted joining of parts is finished by a clean-up', async () => {
    const store = failingStore()
    const drive = joinDrive(await openDatabase(), store.blobs, { joinWaitMs: 1 })
    const bytes = someBytes(100)
    const ids: string[] = []
    for (const part of [bytes.subarray(0, 60), bytes.subarray(60)]) {
      const id = await begin(drive, part.length, { kind: 'partial' })
      await append(drive, id, 0, part)
      ids.push(id)
    }
    store.failing.add('read')
    store.close()
    const { upload: begun } = await drive.tus.create('ana', {
      sizeBytes: undefined,
      metadata: NAME,
      concat: { kind: 'final', ids },
    })
    expect(begun.committed_node_id).toBe(null)
    store.open()
    await expect(drive.cleanUp()).rejects.toThrow('could not be joined')
    store.failing.clear()
    await drive.cleanUp()
    const { upload, offset } = await drive.tus.get('ana', begun.id)
    expect(offset).toBe(100)
    expect((await read(drive, upload.committed_node_id)).equals(bytes)).toBe(true)
  })

  test('a call answers before a slow joining of parts is done', async () => {
    const store = failingStore()
    const drive = joinDrive(await openDatabase(), store.blobs, { joinWaitMs: 1 })
    const part = await begin(drive, 3, { kind: 'partial' })
    await append(drive, part, 0, Buffer.from('abc'))
    store.close()
    const { upload } = await drive.tus.create('ana', {
      sizeBytes: undefined,
      metadata: NAME,
      concat: { kind: 'final', ids: [part] },
    })
    expect(upload.committed_node_id).toBe(null)
    expect((await drive.tus.get('ana', upload.id)).upload.committed_node_id).toBe(null)
    store.open()
    await drive.cleanUp()
    const done = await drive.tus.get('ana', upload.id)
    expect((await read(drive, done.upload.committed_node_id)).toString()).toBe('abc')
  })

  test('stopping the server waits for the joining of parts under way', async () => {
    const store = failingStore()
    const drive = joinDrive(await openDatabase(), store.blobs, { joinWaitMs: 1 })
    const part = await begin(drive, 3, { kind: 'partial' })
    await append(drive, part, 0, Buffer.from('abc'))
    store.close()
    const { upload } = await drive.tus.create('ana', {
      sizeBytes: undefined,
      metadata: NAME,
      concat: { kind: 'final', ids: [part] },
    })
    await store.asked
    const stopped = drive.tus.joiner[Symbol.asyncDispose]()
    store.open()
    await stopped
    const rows = await drive.db.read((r) => r.selectFrom('uploads').selectAll().execute())
    expect(rows).toMatchObject([{ id: upload.id, committed_node_id: expect.any(String) }])
  })

  test('a creation that fails with its first bytes or its joining leaves no upload', async () => {
    const store = failingStore()
    const drive = joinDrive(await openDatabase(), store.blobs)
    const part = await begin(drive, 3, { kind: 'partial' })
    await append(drive, part, 0, Buffer.from('abc'))
    const count = async () =>
      (await drive.db.read((r) => r.selectFrom('uploads').select('id').execute())).length
    const wrong = { body: chunked(Buffer.from('x')), checksum: parseChecksum('sha1 AAAA') }
    const whole = { sizeBytes: 3, metadata: NAME, concat: { kind: 'whole' as const } }
    expect(await refusal(drive.tus.create('ana', whole, wrong))).toBe('data_loss')
    store.failing.add('read')
    const final = { kind: 'final' as const, ids: [part] }
    const given = { sizeBytes: undefined, metadata: NAME, concat: final }
    expect(await refusal(drive.tus.create('ana', given))).toBe('unavailable')
    expect(await count()).toBe(1)
    store.failing.clear()
    const { upload } = await drive.tus.create('ana', given)
    expect((await read(drive, upload.committed_node_id)).toString()).toBe('abc')
  })

  test('a final upload whose name was taken answers already_exists until the name is free', async () => {
    const store = failingStore()
    const drive = joinDrive(await openDatabase(), store.blobs, { joinWaitMs: 1 })
    const part = await begin(drive, 3, { kind: 'partial' })
    await append(drive, part, 0, Buffer.from('abc'))
    store.close()
    const { upload } = await drive.tus.create('ana', {
      sizeBytes: undefined,
      metadata: `${NAME},conflict ${Buffer.from('fail').toString('base64')}`,
      concat: { kind: 'final', ids: [part] },
    })
    const { id } = await drive.upload('ana', 'a.bin', Buffer.from('first'))
    store.open()
    await drive.cleanUp()
    expect(await refusal(drive.tus.get('ana', upload.id))).toBe('already_exists')
    await drive.tasks.begin('ana', 'trash', { ids: [id] })
    await drive.cleanUp()
    const done = await drive.tus.get('ana', upload.id)
    expect((await read(drive, done.upload.committed_node_id)).toString()).toBe('abc')
  })

  test('the quota reserved for parts is kept when the quota is lowered before they are joined', async () => {
    const store = failingStore()
    const drive = joinDrive(await openDatabase(), store.blobs, { joinWaitMs: 1, quotaBytes: 3 })
    const part = await begin(drive, 3, { kind: 'partial' })
    await append(drive, part, 0, Buffer.from('abc'))
    store.close()
    const { upload } = await drive.tus.create('ana', {
      sizeBytes: undefined,
      metadata: NAME,
      concat: { kind: 'final', ids: [part] },
    })
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: 0, reserved_bytes: 3 })
    await drive.db.write((writer) => writer.updateTable('drives').set({ quota_bytes: 1 }).execute())
    store.open()
    await drive.cleanUp()
    expect((await drive.tus.get('ana', upload.id)).upload.committed_node_id).not.toBe(null)
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: 3, reserved_bytes: 0 })
  })

  test('a partial upload belongs to one final upload, so that no copy exceeds the quota', async () => {
    const store = failingStore()
    const drive = joinDrive(await openDatabase(), store.blobs, { joinWaitMs: 1, quotaBytes: 3 })
    const part = await begin(drive, 3, { kind: 'partial' })
    await append(drive, part, 0, Buffer.from('abc'))
    store.close()
    const given = { sizeBytes: undefined, metadata: NAME, concat: { kind: 'final', ids: [part] } }
    const finals = await Promise.allSettled(
      [1, 2, 3, 4].map(() => drive.tus.create('ana', given as NewTusUpload)),
    )
    const begun = finals.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(begun).toHaveLength(1)
    for (const each of finals) {
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ error: 'failed_precondition', status: 400 })
    }
    expect(await refusal(drive.tus.terminate('ana', part))).toBe('failed_precondition')
    expect(await refusal(drive.uploads.abort('ana', part))).toBe('failed_precondition')
    expect(await refusal(drive.uploads.commit('ana', part, 'rename'))).toBe('failed_precondition')
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: 0, reserved_bytes: 3 })
    const uploads = await drive.db.read((r) => r.selectFrom('uploads').select('id').execute())
    expect(uploads).toHaveLength(2)
    store.open()
    await drive.cleanUp()
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: 3, reserved_bytes: 0 })
  })

  test('a part that has given its quota to a file gives nothing to another one', async () => {
    const store = failingStore()
    const drive = joinDrive(await openDatabase(), store.blobs, { quotaBytes: 5 })
    const part = await begin(drive, 3, { kind: 'partial' })
    await append(drive, part, 0, Buffer.from('abc'))
    // As a crash between the file and the removal of its parts leaves it, when the final one has expired.
    await drive.db.write((writer) =>
      writer.updateTable('uploads').set({ reserved: 0, part_of: 'gone' }).execute(),
    )
    await drive.db.write((writer) =>
      writer.updateTable('drives').set({ used_bytes: 3, reserved_bytes: 0 }).execute(),
    )
    store.failing.add('read')
    const concat = { kind: 'final' as const, ids: [part] }
    const again = drive.tus.create('ana', { sizeBytes: undefined, metadata: NAME, concat })
    expect(await refusal(again)).toBe('resource_exhausted')
  })

  test('the final uploads of a drive are joined one after the other, and are limited in number', async () => {
    const store = failingStore()
    const drive = joinDrive(await openDatabase(), store.blobs, { joinWaitMs: 0, maxUnjoined: 5 })
    store.close()
    const create = async () => {
      const part = await begin(drive, 1, { kind: 'partial' })
      await append(drive, part, 0, Buffer.from('a'))
      const concat = { kind: 'final' as const, ids: [part] }
      return drive.tus.create('ana', { sizeBytes: undefined, metadata: NAME, concat })
    }
    for (let count = 0; count < 5; count++) await create()
    const { readers } = store
    expect(readers()).toBe(1)
    await expect(create()).rejects.toMatchObject({
      error: 'resource_exhausted',
      details: [{ metadata: { retry_after: '10' } }],
    })
    store.open()
    await drive.cleanUp()
    expect(readers()).toBe(0)
    expect((await create()).upload.kind).toBe('final')
  })

  test('parts of a failed final upload can be used again', async () => {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore())
    const part = await begin(drive, 3, { kind: 'partial' })
    await append(drive, part, 0, Buffer.from('abc'))
    const folder = await drive.nodes.createFolder('ana', {
      parentId: 'root',
      name: 'gone',
      conflict: 'fail',
    })
    const metadata = `${NAME},parent_id ${Buffer.from(folder.id).toString('base64')}`
    await drive.tasks.begin('ana', 'trash', { ids: [folder.id] })
    const concat = { kind: 'final' as const, ids: [part] }
    const failed = drive.tus.create('ana', { sizeBytes: undefined, metadata, concat })
    expect(await refusal(failed)).toBe('failed_precondition')
    const { upload } = await drive.tus.create('ana', {
      sizeBytes: undefined,
      metadata: NAME,
      concat,
    })
    expect((await read(drive, upload.committed_node_id)).toString()).toBe('abc')
  })
})

/** A store whose methods fail while they are named, and whose readers wait while it is closed. */
function failingStore() {
  const memory = createMemoryBlobStore()
  let gate = Promise.resolve()
  let open = () => {}
  const asked = Promise.withResolvers<void>()
  const failing = new Set<'read' | 'writeAt'>()
  let reading = 0
  const guard = (name: 'read' | 'writeAt') => {
    if (failing.has(name)) throw new ServiceError('unavailable', { description: 'no disk' })
  }
  const blobs: BlobStore = {
    ...methodsOf(memory),
    async read(...args) {
      asked.resolve()
      reading++
      await gate
      reading--
      guard('read')
      return memory.read(...args)
    },
    async writeAt(...args) {
      guard('writeAt')
      return memory.writeAt(...args)
    },
  }
  return {
    blobs,
    failing,
    /** How many wait to read. */
    readers: () => reading,
    /** Somebody has begun to read. */
    asked: asked.promise,
    close() {
      const closed = Promise.withResolvers<void>()
      gate = closed.promise
      open = closed.resolve
    },
    open: () => open(),
  }
}

function methodsOf(store: BlobStore): BlobStore {
  return {
    kind: store.kind,
    create: (...args) => store.create(...args),
    grow: (...args) => store.grow(...args),
    writeAt: (...args) => store.writeAt(...args),
    keptInMemory: (draft) => store.keptInMemory(draft),
    seal: (...args) => store.seal(...args),
    copy: (...args) => store.copy(...args),
    read: (...args) => store.read(...args),
    stat: (...args) => store.stat(...args),
    delete: (...args) => store.delete(...args),
    list: () => store.list(),
    check: () => store.check(),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}

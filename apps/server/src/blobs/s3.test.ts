import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { ServiceError } from '@awan/protocol/errors'
import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Secret } from '../kernel/secret.ts'
import type { BlobDraft, BlobStore } from './blob-store.ts'
import { openBlobStore } from './open-blob-store.ts'
import { openS3BlobStore } from './s3.ts'
import { createS3Client, type S3BlobStoreOptions } from './s3-client.ts'
import { copyObject } from './s3-copy.ts'
import { partBytes } from './s3-parts.ts'
import { listOpenUploads, listParts } from './s3-uploads.ts'
import { createTestS3Options, expectError, hasTestS3 } from './testing.ts'

describe.skipIf(!hasTestS3)('against a real S3 server', () => {
  test('another client continues an open blob', async () => {
    const options = createTestS3Options()
    const content = randomBytes(10 * MIB)
    const first = open(options)
    const draft = await first.create(ID, content.length)
    await write(first, draft, content.subarray(0, draft.unitBytes))
    await first[Symbol.asyncDispose]()

    const second = open(options)
    expect(await second.stat(ID)).toMatchObject({ state: 'open' })
    await write(second, draft, content.subarray(draft.unitBytes), draft.unitBytes)
    await second.seal(draft)
    expect(content.equals(await buffer(await second.read(ID)))).toBe(true)
    await second.delete(ID)
  })

  test('an object that is too large for one request is copied in parts by the storage itself', async () => {
    const options = createTestS3Options()
    const blobs = open(options)
    const content = randomBytes(20 * MIB + 5)
    const draft = await blobs.create(ID, content.length)
    await write(blobs, draft, content)
    await blobs.seal(draft)
    const client = createS3Client(options)
    onTestFinished(() => client.destroy())
    const { bucket, prefix } = options
    const copy = { bucket, from: `${prefix}no/${ID}`, to: `${prefix}cb/${COPY_ID}` }
    await copyObject(client, { ...copy, sizeBytes: content.length }, 8 * MIB)
    expect(content.equals(await buffer(await blobs.read(COPY_ID)))).toBe(true)

    const broken = { ...copy, to: `${prefix}xx/broken`, sizeBytes: 3 * content.length }
    await expect(copyObject(client, broken, 8 * MIB)).rejects.toThrow()
    const left: string[] = []
    for await (const { key } of listOpenUploads(client, bucket, prefix)) left.push(key)
    expect(left).toEqual([])
  })

  test('a blob with a gap cannot be sealed', async () => {
    const blobs = open(createTestS3Options())
    const draft = await blobs.create(ID, 2 * 8 * MIB)
    await write(blobs, draft, randomBytes(8 * MIB), 8 * MIB)
    await expectError(blobs.seal(draft), 'failed_precondition')
    await blobs.delete(ID)
  })

  test('a partly filled unit is not durable, and flush does not count it', async () => {
    const blobs = open(createTestS3Options())
    const draft = await blobs.create(ID, 20 * MIB)
    await using writer = await blobs.writeAt(draft, 0)
    await writer.append(randomBytes(12 * MIB))
    expect(await writer.flush()).toBe(8 * MIB)
    await writer.append(randomBytes(4 * MIB))
    expect(await writer.flush()).toBe(16 * MIB)
    await blobs.delete(ID)
  })

  test('whole units sent to a blob that was sealed or deleted are refused', async () => {
    const blobs = open(createTestS3Options())
    const content = randomBytes(8 * MIB)
    const draft = await blobs.create(ID, content.length)
    await write(blobs, draft, content)
    await blobs.seal(draft)
    await expectError(write(blobs, draft, randomBytes(8 * MIB)), 'failed_precondition')
    expect(content.equals(await buffer(await blobs.read(ID)))).toBe(true)
    await blobs.delete(ID)
    await expectError(write(blobs, draft, randomBytes(8 * MIB)), 'not_found')
  })

  test('deleting a blob aborts every multipart upload of its id', async () => {
    const options = createTestS3Options()
    const blobs = open(options)
    const Key = `${options.prefix}no/${ID}`
    const client = createS3Client(options)
    for (let i = 0; i < 2; i++) {
      await client.send(new CreateMultipartUploadCommand({ Bucket: options.bucket, Key }))
    }
    client.destroy()
    expect(await blobs.stat(ID)).toMatchObject({ state: 'open' })
    await blobs.delete(ID)
    expect(await blobs.stat(ID)).toBeUndefined()
    expect(await listed(blobs)).toEqual([])
  })

  test('a store lists only blobs under its own prefix', async () => {
    const options = createTestS3Options()
    const blobs = open(options)
    const others = open({ ...options, prefix: `${options.prefix}deeper/` })
    const client = createS3Client(options)
    const foreign = { Bucket: options.bucket, Key: `${options.prefix}note.txt` }
    await client.send(new PutObjectCommand({ ...foreign, Body: 'hello' }))
    await blobs.create(ID, 3)
    await others.create(`x${ID}`, 3)
    expect(await listed(blobs)).toEqual([`${ID} open`])
    expect(await listed(others)).toEqual([`x${ID} open`])
    await others.delete(`x${ID}`)
    await blobs.delete(ID)
    await client.send(new DeleteObjectCommand(foreign))
    client.destroy()
  })

  test('uploads and parts are listed over several pages', async () => {
    const options = createTestS3Options()
    const blobs = open(options)
    const client = createS3Client(options)
    onTestFinished(() => client.destroy())
    const ids = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc', 'dddddddd', 'eeeeeeee']
    for (const id of ids) await blobs.create(id, 1)
    const keys: string[] = []
    for await (const { key } of listOpenUploads(client, options.bucket, options.prefix, 2)) {
      keys.push(key.slice(-8))
    }
    expect(keys.sort()).toEqual(ids)

    const draft = await blobs.create(ID, 17 * MIB)
    await write(blobs, draft, randomBytes(17 * MIB))
    const Key = `${options.prefix}no/${ID}`
    const upload = { Bucket: options.bucket, Key, UploadId: draft.token }
    const numbers: (number | undefined)[] = []
    for await (const part of listParts(client, upload, 1)) numbers.push(part.PartNumber)
    expect(numbers).toEqual([1, 2, 3])
    for (const id of [...ids, ID]) await blobs.delete(id)
  })

  test('a wrong secret is refused, and neither secret is in any error', async () => {
    const options = createTestS3Options()
    const wrong = 'a-wrong-secret-that-nobody-may-see'
    const blobs = open({ ...options, secretAccessKey: new Secret(wrong) })
    const draft: BlobDraft = { id: ID, sizeBytes: 3, unitBytes: 8 * MIB, token: 'x' }
    const errors = [
      await expectError(blobs.check(), 'unavailable'),
      await expectError(blobs.create(ID, 3), 'unavailable'),
      await expectError(blobs.read(ID), 'unavailable'),
      await expectError(blobs.stat(ID), 'unavailable'),
      await expectError(blobs.delete(ID), 'unavailable'),
      await expectError(blobs.seal(draft), 'unavailable'),
      await expectError(write(blobs, draft, Buffer.from('abc')), 'unavailable'),
      await expectError(listed(blobs), 'unavailable'),
    ]
    expect(errors[0]?.description).toContain('the secret key is wrong')
    for (const error of errors) {
      const text = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error)
      expect(text).not.toContain(wrong)
      expect(text).not.toContain(options.secretAccessKey?.reveal())
    }
  })

  test('the check says what is wrong with an access key or a bucket', async () => {
    const options = createTestS3Options()
    const noKey = await expectError(
      openBlobStore({ ...options, accessKeyId: 'nobody' }),
      'unavailable',
    )
    expect(noKey.description).toContain('the access key is not known there')
    const noBucket = await expectError(
      openBlobStore({ ...options, bucket: 'awan-no-such-bucket' }),
      'unavailable',
    )
    expect(noBucket.description).toContain('awan-no-such-bucket')
    expect(noBucket.description).toContain('there is no such bucket; create it')
    await using blobs = await openBlobStore(options)
    expect(blobs.kind).toBe('s3')
  })

  test('a read resumes where its connection broke', async () => {
    const options = createTestS3Options()
    const direct = open(options)
    const content = randomBytes(6 * MIB)
    const draft = await direct.create(ID, content.length)
    await write(direct, draft, content)
    await direct.seal(draft)

    const proxy = await startProxy(options, { breakAfterBytes: 2 * MIB, times: 2 })
    const blobs = open({ ...options, endpoint: proxy.endpoint })
    expect(content.equals(await buffer(await blobs.read(ID)))).toBe(true)
    expect(proxy.broken()).toBe(2)
    await direct.delete(ID)
  })

  test('a read whose connection breaks again and again ends with an error', async () => {
    const options = createTestS3Options()
    const direct = open(options)
    const draft = await direct.create(ID, MIB)
    await write(direct, draft, randomBytes(MIB))
    await direct.seal(draft)

    const proxy = await startProxy(options, { breakAfterBytes: 100, times: 1000 })
    const blobs = open({ ...options, endpoint: proxy.endpoint })
    const reading = blobs.read(ID).then((reader) => buffer(reader))
    await expectError(reading, 'unavailable')
    await direct.delete(ID)
  })
})

test('a server that cannot be reached is reported by name', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const options = { ...UNREACHABLE, endpoint: `http://127.0.0.1:${port}` }
  const blobs = open(options)
  const error = await expectError(blobs.check(), 'unavailable')
  expect(error.description).toContain(options.endpoint)
  expect(error.description).toContain('nothing answers there')
  await expectError(blobs.create(ID, 3), 'unavailable')
})

test('units are whole blocks, and a blob never has more units than S3 allows', () => {
  const block = 4 * MIB
  for (const size of [0, 1, 8 * MIB, 80_000 * MIB, 80_000 * MIB + 1, 700 * 1024 * MIB, 5 * TIB]) {
    const unit = partBytes(size)
    expect(unit).toBeGreaterThanOrEqual(8 * MIB)
    expect(unit % block).toBe(0)
    expect(Math.ceil(size / unit)).toBeLessThanOrEqual(10_000)
  }
  expect(partBytes(80_000 * MIB)).toBe(8 * MIB)
  expect(partBytes(80_000 * MIB + 1)).toBe(12 * MIB)
  expect(() => partBytes(5 * TIB + 1)).toThrow(ServiceError)
})

const ID = '0123456789abcdefghijklmno'
const COPY_ID = 'zyxwvutsrqponmlkjihgfedcb'
const MIB = 1024 * 1024
const TIB = 1024 ** 4

const UNREACHABLE: S3BlobStoreOptions = {
  endpoint: undefined,
  region: 'us-east-1',
  bucket: 'awan-test',
  prefix: '',
  accessKeyId: 'key',
  secretAccessKey: new Secret('secret'),
  forcePathStyle: true,
  checksums: 'when-required',
}

function open(options: S3BlobStoreOptions): BlobStore {
  const blobs = openS3BlobStore(options)
  onTestFinished(() => blobs[Symbol.asyncDispose]())
  return blobs
}

async function write(blobs: BlobStore, draft: BlobDraft, bytes: Uint8Array, offset = 0) {
  await using writer = await blobs.writeAt(draft, offset)
  await writer.append(bytes)
  await writer.flush()
}

async function listed(blobs: BlobStore): Promise<string[]> {
  const found: string[] = []
  for await (const { id, state } of blobs.list()) found.push(`${id} ${state}`)
  return found.sort()
}

/** A line to the server that breaks: after so many bytes of an answer, so many times. */
async function startProxy(
  options: S3BlobStoreOptions,
  { breakAfterBytes, times }: { breakAfterBytes: number; times: number },
) {
  const target = new URL(options.endpoint ?? '')
  let broken = 0
  const proxy = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    let passed = 0
    far.on('data', (bytes) => {
      passed += bytes.length
      if (passed > breakAfterBytes && broken < times) {
        broken++
        near.write(bytes.subarray(0, bytes.length / 2), () => near.destroy())
        far.destroy()
      } else if (!near.write(bytes)) {
        far.pause()
        near.once('drain', () => far.resume())
      }
    })
    near.pipe(far)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as AddressInfo
  return { endpoint: `http://127.0.0.1:${port}`, broken: () => broken }
}

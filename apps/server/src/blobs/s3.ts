import type { Readable } from 'node:stream'
import { ServiceError } from '@awan/protocol/errors'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import {
  blobExists,
  blobIsIncomplete,
  blobIsSealed,
  blobNotFound,
  blobPath,
  checkGrowth,
  checkId,
  checkOffset,
  checkRange,
  checkSize,
  toBlobId,
} from './blob-rules.ts'
import type { BlobDraft, BlobStat, BlobStore, BlobWriter, ByteRange } from './blob-store.ts'
import { createS3Client, type S3BlobStoreOptions } from './s3-client.ts'
import { copyObject } from './s3-copy.ts'
import { explainBucketError, isNoSuchUpload, s3Status, toS3Error } from './s3-errors.ts'
import { checkPartCount, partBytes, partCount, partLength } from './s3-parts.ts'
import { S3Reader } from './s3-reader.ts'
import { listOpenUploads, listParts } from './s3-uploads.ts'
import { S3Writer } from './s3-writer.ts'

/**
 * One object per blob. An open blob is a multipart upload in progress, whose id is the draft's token;
 * a sealed one is the object. There is nothing between the two, so that a crash leaves no doubt.
 */
export function openS3BlobStore(options: S3BlobStoreOptions): BlobStore {
  return new S3BlobStore(createS3Client(options), options)
}

class S3BlobStore implements BlobStore {
  readonly kind = 's3'
  readonly #client: S3Client
  readonly #options: S3BlobStoreOptions

  constructor(client: S3Client, options: S3BlobStoreOptions) {
    this.#client = client
    this.#options = options
  }

  create(id: string, sizeBytes: number): Promise<BlobDraft> {
    return onS3(async () => {
      checkSize(sizeBytes)
      const unitBytes = partBytes(sizeBytes)
      if ((await this.#head(id)) !== undefined) throw blobExists()
      const { UploadId: token } = await this.#client.send(
        new CreateMultipartUploadCommand(this.#object(id)),
      )
      if (token === undefined) {
        throw new ServiceError('internal', { description: 'the object storage gave no upload id' })
      }
      return { id, sizeBytes, unitBytes, token }
    })
  }

  async grow(draft: BlobDraft, sizeBytes: number): Promise<BlobDraft> {
    checkGrowth(draft, sizeBytes)
    const grown = { ...draft, sizeBytes }
    checkPartCount(grown)
    return grown
  }

  async writeAt(draft: BlobDraft, offset: number): Promise<BlobWriter> {
    checkOffset(draft, offset)
    // To some servers a part of no upload is a whole object.
    if (draft.token === NO_UPLOAD) throw blobIsSealed()
    return new S3Writer(draft, offset, (number, bytes) =>
      onS3(() => this.#sendPart(draft, number, bytes)),
    )
  }

  /** One unit is gathered while the one before it is sent. */
  keptInMemory({ unitBytes }: BlobDraft): number {
    return 2 * unitBytes
  }

  seal(draft: BlobDraft): Promise<void> {
    return onS3(async () => {
      if (draft.token === NO_UPLOAD) return this.#checkIsSealed(draft)
      const parts = await this.#listParts(draft)
      // No upload any more: it was completed before, though the answer may not have come through.
      if (parts === undefined) return this.#checkIsSealed(draft)
      if (draft.sizeBytes === 0) {
        // An upload without parts cannot be completed.
        await this.#client.send(
          new PutObjectCommand({ ...this.#object(draft.id), Body: new Uint8Array(0) }),
        )
        return this.#abort(draft.id, draft.token)
      }
      try {
        await this.#client.send(
          new CompleteMultipartUploadCommand({
            ...this.#upload(draft),
            MultipartUpload: { Parts: parts },
          }),
        )
      } catch (error) {
        if (!isNoSuchUpload(error)) throw error
        await this.#checkIsSealed(draft)
      }
    })
  }

  copy(id: string, toId: string): Promise<BlobDraft> {
    return onS3(async () => {
      const source = await this.#head(id)
      if (source === undefined) throw blobNotFound()
      if ((await this.#head(toId)) !== undefined) throw blobExists()
      const { sizeBytes } = source
      const { bucket } = this.#options
      const [from, to] = [this.#key(id), this.#key(toId)]
      await copyObject(this.#client, { bucket, from, to, sizeBytes })
      return { id: toId, sizeBytes, unitBytes: partBytes(sizeBytes), token: NO_UPLOAD }
    })
  }

  read(id: string, range?: ByteRange): Promise<Readable> {
    return onS3(async () => {
      if (range !== undefined) checkRange(range, Number.MAX_SAFE_INTEGER)
      const { body, sizeBytes } = await this.#get(id, range)
      try {
        if (range !== undefined) checkRange(range, sizeBytes)
      } catch (error) {
        body.destroy()
        throw error
      }
      const { start, end } = range ?? { start: 0, end: sizeBytes - 1 }
      return new S3Reader(body, { start, end }, async (from) => {
        return (await this.#get(id, { start: from, end })).body
      })
    })
  }

  stat(id: string): Promise<BlobStat | undefined> {
    return onS3(async () => {
      const sealed = await this.#head(id)
      if (sealed !== undefined) return sealed
      for await (const upload of this.#uploads(this.#key(id))) {
        if (upload.key !== this.#key(id)) continue
        return { id, state: 'open', modifiedAtMs: upload.startedAtMs }
      }
      return undefined
    })
  }

  delete(id: string): Promise<void> {
    return onS3(async () => {
      const key = this.#key(id)
      for await (const upload of this.#uploads(key)) {
        if (upload.key === key) await this.#abort(id, upload.token)
      }
      await this.#client.send(new DeleteObjectCommand(this.#object(id)))
    })
  }

  async *list(): AsyncIterable<BlobStat> {
    const { bucket: Bucket, prefix: Prefix } = this.#options
    try {
      const open = new Map<string, BlobStat>()
      // Uploads first: one that is sealed meanwhile appears again as an object, and is listed once.
      for await (const { key, startedAtMs } of this.#uploads(Prefix)) {
        const id = toBlobId(key.slice(Prefix.length))
        if (id !== undefined) open.set(id, { id, state: 'open', modifiedAtMs: startedAtMs })
      }
      const pages = paginateListObjectsV2({ client: this.#client }, { Bucket, Prefix })
      for await (const { Contents = [] } of pages) {
        for (const { Key = '', Size = 0, LastModified } of Contents) {
          const id = toBlobId(Key.slice(Prefix.length))
          if (id === undefined) continue
          open.delete(id)
          yield { id, state: 'sealed', sizeBytes: Size, modifiedAtMs: toMs(LastModified) }
        }
      }
      yield* open.values()
    } catch (error) {
      throw toS3Error(error)
    }
  }

  async check(): Promise<void> {
    const { bucket: Bucket, prefix: Prefix, endpoint } = this.#options
    try {
      await this.#client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }))
    } catch (error) {
      throw explainBucketError(error, `the bucket ${Bucket} at ${endpoint ?? 'Amazon S3'}`)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#client.destroy()
  }

  #key(id: string): string {
    return this.#options.prefix + blobPath(id).path
  }

  #object(id: string) {
    return { Bucket: this.#options.bucket, Key: this.#key(id) }
  }

  #upload(draft: BlobDraft) {
    return { ...this.#object(draft.id), UploadId: draft.token }
  }

  #uploads(prefix: string) {
    return listOpenUploads(this.#client, this.#options.bucket, prefix)
  }

  async #sendPart(draft: BlobDraft, number: number, bytes: Buffer): Promise<void> {
    try {
      await this.#client.send(
        new UploadPartCommand({ ...this.#upload(draft), PartNumber: number, Body: bytes }),
      )
    } catch (error) {
      if (!isNoSuchUpload(error)) throw error
      throw (await this.#head(draft.id)) === undefined ? blobNotFound() : blobIsSealed()
    }
  }

  /** The parts as they are to be completed; undefined when there is no such upload. */
  async #listParts(draft: BlobDraft): Promise<CompletedPart[] | undefined> {
    checkId(draft.id)
    const sizes = new Map<number, number>()
    const parts: CompletedPart[] = []
    try {
      for await (const part of listParts(this.#client, this.#upload(draft))) {
        const { PartNumber, Size = 0, LastModified: _, ...rest } = part
        if (PartNumber === undefined) continue
        sizes.set(PartNumber, Size)
        // The etag, and whatever checksums the part was sent with.
        parts.push({ PartNumber, ...rest })
      }
    } catch (error) {
      if (isNoSuchUpload(error)) return undefined
      throw error
    }
    const count = partCount(draft)
    for (let number = 1; number <= count; number++) {
      if (sizes.get(number) === partLength(draft, number)) continue
      throw blobIsIncomplete(`unit ${number - 1} of ${count} is missing`)
    }
    return parts
  }

  async #checkIsSealed(draft: BlobDraft): Promise<void> {
    const sealed = await this.#head(draft.id)
    if (sealed === undefined) throw blobNotFound()
    if (sealed.sizeBytes === draft.sizeBytes) return
    throw new ServiceError('data_loss', {
      description: `the blob has ${sealed.sizeBytes} bytes instead of ${draft.sizeBytes}`,
    })
  }

  async #head(id: string) {
    try {
      const object = await this.#client.send(new HeadObjectCommand(this.#object(id)))
      const sizeBytes = object.ContentLength ?? 0
      return { id, state: 'sealed', sizeBytes, modifiedAtMs: toMs(object.LastModified) } as const
    } catch (error) {
      if (s3Status(error) === 404) return undefined
      throw error
    }
  }

  async #get(id: string, range: ByteRange | undefined) {
    const Range = range && `bytes=${range.start}-${range.end}`
    const { Body, ContentLength, ContentRange } = await this.#client.send(
      new GetObjectCommand({ ...this.#object(id), ...(Range === undefined ? {} : { Range }) }),
    )
    // In Node the body is always a Node stream.
    const body = Body as unknown as Readable
    const total = ContentRange?.slice(ContentRange.lastIndexOf('/') + 1)
    return { body, sizeBytes: Number(total ?? ContentLength ?? 0) }
  }

  async #abort(id: string, token: string): Promise<void> {
    try {
      await this.#client.send(
        new AbortMultipartUploadCommand({ ...this.#object(id), UploadId: token }),
      )
    } catch (error) {
      if (!isNoSuchUpload(error)) throw error
    }
  }
}

/** A copy is complete from the beginning. */
const NO_UPLOAD = ''

function toMs(date: Date | undefined): number {
  return date?.getTime() ?? 0
}

async function onS3<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toS3Error(error)
  }
}

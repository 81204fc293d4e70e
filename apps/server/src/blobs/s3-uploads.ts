import {
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  type ListPartsCommandOutput,
  type Part,
  type S3Client,
} from '@aws-sdk/client-s3'

// The SDK's own paging goes on for as long as a page names a next one, and Ceph names one on the last
// page too: only IsTruncated tells.

interface OpenUpload {
  readonly key: string
  readonly token: string
  readonly startedAtMs: number
}

/** Multipart uploads in progress under a prefix. */
export async function* listOpenUploads(
  client: S3Client,
  Bucket: string,
  Prefix: string,
  pageSize = PAGE_SIZE,
): AsyncGenerator<OpenUpload> {
  let page: ListMultipartUploadsCommandOutput | undefined
  do {
    page = await client.send(
      new ListMultipartUploadsCommand({
        Bucket,
        Prefix,
        MaxUploads: pageSize,
        KeyMarker: page?.NextKeyMarker,
        UploadIdMarker: page?.NextUploadIdMarker,
      }),
    )
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Key === undefined || UploadId === undefined) continue
      yield { key: Key, token: UploadId, startedAtMs: Initiated?.getTime() ?? 0 }
    }
  } while (page.IsTruncated)
}

/** The parts of one upload that have arrived. */
export async function* listParts(
  client: S3Client,
  upload: { Bucket: string; Key: string; UploadId: string },
  pageSize = PAGE_SIZE,
): AsyncGenerator<Part> {
  let page: ListPartsCommandOutput | undefined
  do {
    page = await client.send(
      new ListPartsCommand({
        ...upload,
        MaxParts: pageSize,
        PartNumberMarker: page?.NextPartNumberMarker,
      }),
    )
    yield* page.Parts ?? []
  } while (page.IsTruncated)
}

/** The most that S3 gives at once. */
const PAGE_SIZE = 1000

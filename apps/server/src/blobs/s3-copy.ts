import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { partBytes } from './s3-parts.ts'

export interface ObjectCopy {
  bucket: string
  from: string
  to: string
  sizeBytes: number
}

/** Copies an object within the storage, no byte of it through this process; a large one part by part. */
export async function copyObject(
  client: S3Client,
  { bucket, from, to, sizeBytes }: ObjectCopy,
  bytesPerRequest = BYTES_PER_REQUEST,
): Promise<void> {
  const target = { Bucket: bucket, Key: to }
  const CopySource = `${bucket}/${from}`.split('/').map(encodeURIComponent).join('/')
  if (sizeBytes <= bytesPerRequest) {
    await client.send(new CopyObjectCommand({ ...target, CopySource }))
    return
  }
  const unitBytes = Math.max(bytesPerRequest, partBytes(sizeBytes))
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
  const upload = { ...target, UploadId }
  try {
    const Parts: CompletedPart[] = []
    for (let start = 0; start < sizeBytes; start += unitBytes) {
      const PartNumber = Parts.length + 1
      const end = Math.min(start + unitBytes, sizeBytes) - 1
      const range = { CopySource, CopySourceRange: `bytes=${start}-${end}` }
      const { CopyPartResult } = await client.send(
        new UploadPartCopyCommand({ ...upload, PartNumber, ...range }),
      )
      const { LastModified: _, ...checksums } = CopyPartResult ?? {}
      Parts.push({ PartNumber, ...checksums })
    }
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
  } catch (error) {
    // One that cannot be ended now is found as an orphan.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
    throw error
  }
}

/** S3 takes 5 GB in one request, but whoever waits too long for an answer takes it for lost. */
const BYTES_PER_REQUEST = 256 * 1024 ** 2

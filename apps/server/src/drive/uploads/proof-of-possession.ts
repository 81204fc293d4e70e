import { webcrypto } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Challenge } from './proof-ranges.ts'

/**
 * The HMAC-SHA256, keyed by the nonce, of the upload's id and of the HMACs of the ranges: whoever has the
 * ranges can make it, for this upload and this nonce alone. The hashing is done by other threads, and
 * one range at a time lies in memory.
 *
 * Where there is no such content, zeros stand for it: no answer comes sooner for want of something to hash.
 */
export async function makeProof(
  blobs: Pick<BlobStore, 'read'>,
  uploadId: string,
  { nonce, ranges }: Challenge,
  blobId: string | undefined,
): Promise<Buffer> {
  const key = await subtle.importKey(
    'raw',
    Buffer.from(nonce, 'hex'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const sign = async (bytes: Uint8Array) => Buffer.from(await subtle.sign('HMAC', key, bytes))
  const parts = [Buffer.from(uploadId)]
  for (const range of ranges) {
    parts.push(
      await sign(
        blobId === undefined
          ? Buffer.alloc(range.end - range.start + 1)
          : await buffer(await blobs.read(blobId, range)),
      ),
    )
  }
  return sign(Buffer.concat(parts))
}

const { subtle } = webcrypto

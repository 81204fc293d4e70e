import type { BlobStore } from './blob-store.ts'
import { openDiskBlobStore } from './disk.ts'
import { openS3BlobStore } from './s3.ts'
import type { S3BlobStoreOptions } from './s3-client.ts'

/** Opens the store that the operator chose; throws with the reason when it cannot be used. */
export async function openBlobStore(
  config: { kind: 'disk'; path: string } | ({ kind: 's3' } & S3BlobStoreOptions),
): Promise<BlobStore> {
  const store = config.kind === 'disk' ? await openDiskBlobStore(config) : openS3BlobStore(config)
  try {
    await store.check()
  } catch (error) {
    await store[Symbol.asyncDispose]()
    throw error
  }
  return store
}

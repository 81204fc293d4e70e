import { ServiceError } from '@awan/protocol/errors'
import { compressFiles } from './compress/compress-files.ts'
import { extractFiles } from './extract/extract-files.ts'
import { createFetches } from './fetches/fetches.ts'
import type { ReceivingKinds } from './tasks/task-inputs.ts'
import { UPLOAD_TTL_MS } from './test-bytes.ts'
import type { UploadParts } from './uploads/open-upload.ts'
import { createUploads } from './uploads/uploads.ts'

/** For tests of other tasks: nothing is fetched, and there are no archives to make or to extract. */
export function receivingNothing(
  parts: Pick<UploadParts, 'db' | 'blobs' | 'clock' | 'random' | 'drives'>,
): ReceivingKinds {
  const uploads = createUploads({ ...parts, uploadTtlMs: UPLOAD_TTL_MS })
  const nowhere = { open: () => Promise.reject(new ServiceError('not_found')) }
  return {
    fetch: createFetches({ ...parts, uploads, fetching: undefined }).kind,
    compress: compressFiles({ uploads, archives: nowhere }),
    extract: extractFiles({ ...parts, uploads, downloads: nowhere }),
  }
}

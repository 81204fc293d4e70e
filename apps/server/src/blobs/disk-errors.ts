import { isServiceError, ServiceError } from '@awan/protocol/errors'

/** Turns what the file system says into an error of the product. */
export function toDiskError(error: unknown): ServiceError {
  if (isServiceError(error)) return error
  const code = errorCode(error)
  if (code !== undefined && FULL.has(code)) {
    return new ServiceError('resource_exhausted', {
      description: 'the disk that holds the file contents is full',
      cause: error,
    })
  }
  return new ServiceError('unavailable', {
    description: `the disk that holds the file contents cannot be used${code ? ` (${code})` : ''}`,
    cause: error,
  })
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

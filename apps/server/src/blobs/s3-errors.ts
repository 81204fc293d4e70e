import { type ErrorName, isServiceError, ServiceError } from '@awan/protocol/errors'
import { S3ServiceException } from '@aws-sdk/client-s3'

/** Turns what the SDK throws into an error of the product. */
export function toS3Error(error: unknown): ServiceError {
  if (isServiceError(error)) return error
  const name = toErrorName(error)
  return new ServiceError(name, { description: DESCRIPTIONS[name], cause: toCause(error) })
}

/** What the server calls the error. */
function s3ErrorCode(error: unknown): string | undefined {
  return error instanceof Error ? error.name : undefined
}

/** Of an answer that could be read. Where its body broke off, nobody knows what a 404 was about. */
export function s3Status(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? sentStatus(error) : undefined
}

function sentStatus(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata
    ?.httpStatusCode
}

/** The upload was completed or given up. Amazon says the one, Ceph, when asked for parts, the other. */
export function isNoSuchUpload(error: unknown): boolean {
  return ['NoSuchUpload', 'NoSuchKey'].includes(s3ErrorCode(error) ?? '')
}

/** Says to the operator what is wrong with the bucket and what to do about it. */
export function explainBucketError(error: unknown, where: string): ServiceError {
  const code = s3ErrorCode(error) ?? ''
  const advice =
    ADVICE[code] ?? (sentStatus(error) === undefined ? UNREACHABLE : `it answers ${code}`)
  return new ServiceError('unavailable', {
    description: `${where} cannot be used: ${advice}`,
    cause: toCause(error),
  })
}

type S3ErrorName = Extract<
  ErrorName,
  'not_found' | 'out_of_range' | 'resource_exhausted' | 'aborted' | 'unavailable' | 'internal'
>

const DESCRIPTIONS: Record<S3ErrorName, string> = {
  not_found: 'no such blob',
  out_of_range: 'the range is beyond the end of the blob',
  resource_exhausted: 'the quota of the object storage is used up',
  aborted: 'the blob was written while it was being sealed',
  unavailable: 'the object storage cannot be used at the moment',
  internal: 'the object storage refused a request',
}

const BY_CODE: Record<string, S3ErrorName> = {
  NoSuchKey: 'not_found',
  NotFound: 'not_found',
  NoSuchUpload: 'not_found',
  InvalidRange: 'out_of_range',
  QuotaExceeded: 'resource_exhausted',
  InvalidPart: 'aborted',
  NoSuchBucket: 'unavailable',
}

function toErrorName(error: unknown): S3ErrorName {
  const known = BY_CODE[s3ErrorCode(error) ?? '']
  if (known !== undefined) return known
  const status = s3Status(error)
  if (status === 404) return 'not_found'
  if (status === 416) return 'out_of_range'
  // No status: the network failed, or nobody understands the answer. 401 and 403: the operator's keys, which the caller cannot help.
  const isOutage = status === undefined || status >= 500 || [401, 403, 408, 429].includes(status)
  return isOutage ? 'unavailable' : 'internal'
}

const UNREACHABLE = 'nothing answers there; check the address, and whether the server runs'

const ADVICE: Record<string, string> = {
  NoSuchBucket: 'there is no such bucket; create it',
  InvalidAccessKeyId: 'the access key is not known there',
  SignatureDoesNotMatch: 'the secret key is wrong',
  AccessDenied: 'the access key may not list, read and write the bucket',
  Forbidden: 'the access key may not list, read and write the bucket',
  RequestTimeTooSkewed: 'the clocks of this machine and of the server differ; set them right',
  PermanentRedirect: 'the bucket is in another region; set the region',
  AuthorizationHeaderMalformed: 'the bucket is in another region; set the region',
  CredentialsProviderError: 'no access key is set and this machine has no role of its own',
}

/**
 * The few words of the error that matter. The error itself holds the request with its headers, which
 * are nobody's business in a log.
 */
function toCause(error: unknown): Error {
  const code = s3ErrorCode(error) ?? 'unknown'
  const status = sentStatus(error)
  const text = error instanceof Error ? error.message : String(error)
  const cause = new Error(`S3 ${code}${status === undefined ? '' : ` (HTTP ${status})`}: ${text}`)
  if (error instanceof Error && error.stack !== undefined) cause.stack = error.stack
  return cause
}

import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { S3Client } from '@aws-sdk/client-s3'
import type { S3BlobsConfig } from '../config/config.ts'

export type S3BlobStoreOptions = Omit<S3BlobsConfig, 'kind'>

export function createS3Client(options: S3BlobStoreOptions): S3Client {
  const checksums = options.checksums === 'when-required' ? 'WHEN_REQUIRED' : 'WHEN_SUPPORTED'
  const { accessKeyId, secretAccessKey } = options
  // Agents of our own: for a large body the SDK would otherwise make a connection each time.
  const connections = { keepAlive: true, maxSockets: MAX_CONNECTIONS }
  return new S3Client({
    region: options.region,
    forcePathStyle: options.forcePathStyle,
    requestChecksumCalculation: checksums,
    responseChecksumValidation: checksums,
    maxAttempts: MAX_ATTEMPTS,
    // With agents of one's own the SDK would announce it and then not wait for the answer.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: options.patienceMs ?? IDLE_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      httpAgent: new HttpAgent(connections),
      httpsAgent: new HttpsAgent(connections),
    },
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey: secretAccessKey.reveal() } }),
  })
}

const MAX_ATTEMPTS = 3
const MAX_CONNECTIONS = 256
const CONNECT_TIMEOUT_MS = 5_000
const IDLE_TIMEOUT_MS = 60_000
const REQUEST_TIMEOUT_MS = 300_000

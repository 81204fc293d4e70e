/** What the server runs with, decided once at the start from the environment. */
export interface Config {
  env: 'development' | 'production'
  host: string
  port: number
  /** Where people reach us, without a slash at the end. */
  publicUrl: string
  dataDir: string
  database: { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }
  blobs: { kind: 'disk'; path: string } | S3BlobsConfig
  mail: { kind: 'outbox' } | { kind: 'smtp'; url: string; from: string }
  logLevel: 'off' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
  /** A bearer token for /metrics from elsewhere than loopback. */
  metricsToken: string | undefined
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
  /** Bytes a new drive may hold; undefined is no limit. */
  defaultQuotaBytes: number | undefined
  uploadTtlMs: number
  accessTokenTtlMs: number
  refreshTokenTtlMs: number
}

export interface S3BlobsConfig {
  kind: 's3'
  endpoint: string | undefined
  region: string
  bucket: string
  prefix: string
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
  forcePathStyle: boolean
  checksums: 'when-required' | 'when-supported'
}

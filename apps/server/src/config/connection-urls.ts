import { Secret } from '../kernel/secret.ts'
import { accept, type Parsed, reject } from './parsers.ts'

/** Where file contents go when they do not lie in the data folder. */
export interface S3BlobsConfig {
  kind: 's3'
  /** Undefined is Amazon's own address for the region. */
  endpoint: string | undefined
  region: string
  bucket: string
  /** Empty, or a path that ends with a slash. */
  prefix: string
  /** Undefined leaves it to the machine's own role. */
  accessKeyId: string | undefined
  secretAccessKey: Secret | undefined
  forcePathStyle: boolean
  /** Not every make of S3 understands the checksums that the SDK would add by itself. */
  checksums: 'when-required' | 'when-supported'
  /** How long a request may go without a sign of life; a minute unless told. */
  patienceMs?: number
}

// The texts below may hold passwords, so that no message ever repeats a part of them.

export function postgresUrl(text: string): Parsed<Secret> {
  const url = toUrl(text)
  const isPostgres = url?.protocol === 'postgres:' || url?.protocol === 'postgresql:'
  if (isPostgres && url.pathname.length > 1) return accept(new Secret(text))
  return reject(
    'postgres://USER:PASSWORD@HOST:5432/DATABASE; write characters such as @ / : # in the password as %40 %2F %3A %23',
  )
}

export function smtpUrl(text: string): Parsed<Secret> {
  const url = toUrl(text)
  const isSmtp = url?.protocol === 'smtp:' || url?.protocol === 'smtps:'
  if (isSmtp && url.hostname !== '') return accept(new Secret(text))
  return reject(
    'smtp://USER:PASSWORD@HOST:587 or smtps://USER:PASSWORD@HOST:465; write characters such as @ / : # in the password as %40 %2F %3A %23',
  )
}

/** `s3://KEY:SECRET@HOST/BUCKET/PREFIX?region=...`; without a host, Amazon's. */
export function blobsUrl(text: string): Parsed<S3BlobsConfig> {
  const url = toUrl(text)
  if (url?.protocol !== 's3:') return reject(S3_SHAPE)
  const [bucket = '', ...folders] = url.pathname.slice(1).split('/').filter(Boolean)
  if (!/^[\w.-]{3,63}$/.test(bucket)) return reject(`${S3_SHAPE} (the bucket's name is missing)`)

  const unknown = [...url.searchParams.keys()].find((name) => !S3_OPTIONS.includes(name))
  if (unknown !== undefined) {
    return reject(`${S3_SHAPE} (the options are ${S3_OPTIONS.join(', ')})`)
  }
  const isAmazon = url.hostname === '' || /(^|\.)amazonaws\.com(\.cn)?$/.test(url.hostname)
  const tls = toChoice(url, 'tls', YES_NO, 'true')
  const pathStyle = toChoice(url, 'path_style', YES_NO, isAmazon ? 'false' : 'true')
  const checksums = toChoice(
    url,
    'checksums',
    ['when-required', 'when-supported'],
    // Other makes of S3 refuse or ignore the checksums that the SDK adds by itself.
    isAmazon ? 'when-supported' : 'when-required',
  )
  if (tls === undefined) return reject(`${S3_SHAPE} (tls is true or false)`)
  if (pathStyle === undefined) return reject(`${S3_SHAPE} (path_style is true or false)`)
  if (checksums === undefined) {
    return reject(`${S3_SHAPE} (checksums is when-required or when-supported)`)
  }
  const key = toPlain(url.username)
  const secret = toPlain(url.password)
  if (key === undefined || secret === undefined || (key === '') !== (secret === '')) {
    return reject(`${S3_SHAPE} (key and secret go together)`)
  }
  return accept({
    kind: 's3',
    endpoint: url.host === '' ? undefined : `${tls === 'true' ? 'https' : 'http'}://${url.host}`,
    region: url.searchParams.get('region') || 'us-east-1',
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    accessKeyId: key === '' ? undefined : key,
    secretAccessKey: secret === '' ? undefined : new Secret(secret),
    forcePathStyle: pathStyle === 'true',
    checksums,
  })
}

const S3_SHAPE =
  's3://KEY:SECRET@HOST:PORT/BUCKET/PREFIX?region=us-east-1&tls=true, where prefix, port and options may be left out; write characters such as / + @ in the secret as %2F %2B %40'
const S3_OPTIONS = ['region', 'tls', 'path_style', 'checksums']
const YES_NO = ['true', 'false'] as const

function toChoice<T extends string>(
  url: URL,
  name: string,
  choices: readonly T[],
  fallback: T,
): T | undefined {
  const text = url.searchParams.get(name)
  return text === null ? fallback : choices.find((choice) => choice === text)
}

function toUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

function toPlain(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

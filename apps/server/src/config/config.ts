import { resolve } from 'node:path'
import type { LogLevel } from '../kernel/log.ts'
import type { Reach } from '../kernel/outgoing/reach.ts'
import type { Secret } from '../kernel/secret.ts'
import type { S3BlobsConfig } from './connection-urls.ts'
import { isWhole, readEnv, type Values } from './env.ts'
import { findProviderContradictions, type ProviderConfig, toProviders } from './providers.ts'
import { type SettingFact, toSettingFacts } from './setting-facts.ts'
import type { SmsConfig } from './sms-url.ts'

export type { S3BlobsConfig } from './connection-urls.ts'

/** What the server runs with, decided once at the start from the environment. */
export interface Config {
  env: 'development' | 'production'
  host: string
  port: number
  /** Where people reach us, without a slash at the end. */
  publicUrl: string
  /** Absolute. */
  dataDir: string
  database:
    | { kind: 'sqlite'; path: string }
    | { kind: 'postgres'; url: Secret; maxConnections?: number }
  blobs: { kind: 'disk'; path: string } | S3BlobsConfig
  mail: { kind: 'outbox' } | { kind: 'smtp'; url: Secret; from: string }
  /** Undefined: in development the outbox, in production nothing. */
  sms: SmsConfig | undefined
  /** How many codes are sent in an hour, in total. */
  codesPerHour: { email: number; sms: number }
  logLevel: LogLevel
  /** A bearer token for /metrics from elsewhere than loopback. */
  metricsToken: Secret | undefined
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
  /** Origins of other web apps whose pages may call us, as browsers write them. */
  allowedOrigins: readonly string[]
  /** Third parties with whose accounts people may sign in. */
  providers: readonly ProviderConfig[]
  /** Bytes a new drive may hold; undefined is no limit. */
  defaultQuotaBytes: number | undefined
  /** How many files and folders one drive may have. */
  maxFiles: number
  /** Of one person, at each process. */
  driveCallsPerMinute: { write: number; search: number; link: number; zip: number }
  /** Whose contents are not sent again. */
  instantUpload: 'own' | 'all'
  uploadTtlMs: number
  accessTokenTtlMs: number
  refreshTokenTtlMs: number
  /** After how long a new key signs the tokens. */
  signingKeyTtlMs: number
  /** How long things stay in the trash of a drive. */
  trashTtlMs: number
  /** How long an account can be restored after its owner asked for its deletion. */
  deletionGraceMs: number
  /** Where requests of the server may lead beside the public internet. */
  reach: Reach
  /** Files that the server downloads for people from where they say; undefined where that is off. */
  fetching: { reach: Reach; maxBytes: number | undefined; perHour: number } | undefined
  /** A range service for breached passwords. */
  breachedPasswordsUrl: string | undefined
  /** Whether people may start without an account. */
  allowsAnonymous: boolean
  /** Whether everybody finds everybody by a part of the name. */
  hasDirectory: boolean
  /** Who may make team drives. */
  teamDriveMakers: 'admins' | 'everybody'
  /** How many of them a person who is no administrator may have made. */
  teamDrivesEach: number
  /** Whether a phone number and its password need a code too on a new device. */
  validatesPhones: boolean
  /** Who may make an account. */
  signUp: 'open' | 'approval' | 'closed'
  /** Whose proven contact makes the first account without the set-up code. */
  firstAdmin: string | undefined
  /** Who needs a second step. */
  requiresTwoFactor: 'nobody' | 'administrators' | 'everybody'
  /** What was set, for administrators to read. */
  settings: readonly SettingFact[]
}

export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] }

/** Decides from the environment; when anything is wrong, says everything that is. */
export function readConfig(env: Record<string, string | undefined>): ConfigResult {
  const { values, problems } = readEnv(env)
  problems.push(...findContradictions(values))
  if (problems.length > 0 || !isWhole(values)) return { ok: false, problems }

  const dataDir = resolve(values.dataDir)
  return {
    ok: true,
    config: {
      env: values.env,
      host: values.host,
      port: values.port,
      publicUrl: values.publicUrl?.origin ?? `http://localhost:${values.port}`,
      dataDir,
      database: values.databaseUrl
        ? {
            kind: 'postgres',
            url: values.databaseUrl,
            maxConnections: values.databaseConnections,
          }
        : { kind: 'sqlite', path: resolve(dataDir, 'awan.sqlite') },
      blobs: values.blobsUrl ?? { kind: 'disk', path: resolve(dataDir, 'blobs') },
      mail:
        values.smtpUrl && values.mailFrom
          ? { kind: 'smtp', url: values.smtpUrl, from: values.mailFrom }
          : { kind: 'outbox' },
      sms: values.smsUrl,
      codesPerHour: { email: values.mailCodesPerHour, sms: values.smsCodesPerHour },
      logLevel: values.logLevel,
      reach: {
        loopback: values.env === 'development',
        privateNetworks: values.outgoingPrivate === 'on',
        ownHosts: findOwnHosts(values.breachedPasswordsUrl, values.smsUrl, toProviders(values)),
      },
      fetching: toFetching(values),
      breachedPasswordsUrl: values.breachedPasswordsUrl,
      metricsToken: values.metricsToken,
      trustedProxies: values.trustedProxies ?? [],
      allowedOrigins: values.allowedOrigins ?? [],
      providers: toProviders(values),
      maxFiles: values.maxFiles,
      defaultQuotaBytes: values.defaultQuota === 'none' ? undefined : values.defaultQuota,
      driveCallsPerMinute: {
        write: values.writesPerMinute,
        search: values.searchesPerMinute,
        link: values.linksPerMinute,
        zip: values.zipsPerMinute,
      },
      instantUpload: values.instantUpload,
      uploadTtlMs: values.uploadTtl,
      accessTokenTtlMs: values.accessTokenTtl,
      refreshTokenTtlMs: values.refreshTokenTtl,
      signingKeyTtlMs: values.signingKeyDays * 86_400_000,
      trashTtlMs: values.trashDays * 86_400_000,
      deletionGraceMs: values.deletionDays * 86_400_000,
      allowsAnonymous: values.anonymous === 'on',
      hasDirectory: values.peopleDirectory === 'on',
      teamDriveMakers: values.teamDrives,
      teamDrivesEach: values.teamDrivesEach,
      validatesPhones: values.phoneSignIn === 'code',
      signUp: values.signUp,
      firstAdmin: values.firstAdmin,
      requiresTwoFactor: values.requireTwoFactor,
      settings: toSettingFacts(env),
    },
  }
}

/** Settings that are right one by one and wrong together. */
function findContradictions(values: Partial<Values>): string[] {
  const problems: string[] = []
  if (values.env === 'production') {
    if (!values.publicUrl) {
      problems.push(
        'AWAN_PUBLIC_URL is missing. In production it must say where people reach Awan, for example https://cloud.example.org.',
      )
    } else if (values.publicUrl.protocol !== 'https:') {
      problems.push(
        `AWAN_PUBLIC_URL is "${values.publicUrl.origin}". In production it must begin with https://, since passwords and files would cross the network in the clear; put a proxy with a certificate in front, or set AWAN_ENV=development.`,
      )
    }
    if (!values.smtpUrl) {
      problems.push(
        'AWAN_SMTP_URL is missing. In production people get their codes by mail, for example smtp://USER:PASSWORD@mail.example.org:587; or set AWAN_ENV=development to read them in the terminal.',
      )
    }
  }
  if (values.env === 'production' && values.phoneSignIn === 'code' && !values.smsUrl) {
    problems.push(
      'AWAN_SMS_URL is missing. With AWAN_PHONE_SIGN_IN=code, people with phone numbers could not sign in on a new device.',
    )
  }
  if (values.smtpUrl && !values.mailFrom) {
    problems.push(
      'AWAN_MAIL_FROM is missing. With AWAN_SMTP_URL it must name the sender, for example Awan <cloud@example.org>.',
    )
  }
  const { accessTokenTtl, refreshTokenTtl } = values
  if (accessTokenTtl && refreshTokenTtl && refreshTokenTtl <= accessTokenTtl) {
    problems.push(
      'AWAN_REFRESH_TOKEN_TTL is not longer than AWAN_ACCESS_TOKEN_TTL. A refresh token must outlive the access tokens that it renews, for example 30d and 2h.',
    )
  }
  problems.push(...findProviderContradictions(values))
  return problems
}

/** Anybody may name an address here: what the operator allows to administrators and to their own settings is not for it. */
function toFetching({ fetch, fetchMaxSize, fetchesPerHour }: Values): Config['fetching'] {
  if (fetch === 'off') return undefined
  const isInside = fetch === 'private'
  return {
    reach: { web: true, loopback: isInside, privateNetworks: isInside },
    maxBytes: fetchMaxSize === 'none' ? undefined : fetchMaxSize,
    perHour: fetchesPerHour,
  }
}

/** Hosts of other services that the settings name: the operator's word reaches them anywhere. */
function findOwnHosts(
  breachedPasswordsUrl: string | undefined,
  sms: SmsConfig | undefined,
  providers: readonly ProviderConfig[],
): ReadonlySet<string> {
  const smsAddress = sms && (sms.kind === 'webhook' ? sms.url : sms.origin)
  const named = [breachedPasswordsUrl, smsAddress, ...providers.map(({ issuer }) => issuer)]
  return new Set(named.flatMap((text) => (text && URL.parse(text)?.host) || []))
}

import { resolve } from 'node:path'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { type Config, readConfig } from './config.ts'
import { toSettingFacts } from './setting-facts.ts'

const PRODUCTION = {
  AWAN_ENV: 'production',
  AWAN_PUBLIC_URL: 'https://cloud.example.org',
  AWAN_SMTP_URL: 'smtp://mailer:pass-w0rd@mail.example.org:587',
  AWAN_MAIL_FROM: 'Awan <cloud@example.org>',
}

test('an empty environment gives SQLite, disk and the outbox, on localhost only', () => {
  expect(configOf({})).toEqual({
    env: 'development',
    host: '127.0.0.1',
    port: 8080,
    publicUrl: 'http://localhost:8080',
    dataDir: resolve('data'),
    database: { kind: 'sqlite', path: resolve('data/awan.sqlite') },
    blobs: { kind: 'disk', path: resolve('data/blobs') },
    mail: { kind: 'outbox' },
    sms: undefined,
    codesPerHour: { email: 3000, sms: 300 },
    logLevel: 'info',
    metricsToken: undefined,
    trustedProxies: [],
    allowedOrigins: [],
    providers: [],
    defaultQuotaBytes: undefined,
    maxFiles: 10_000_000,
    driveCallsPerMinute: { write: 120_000, search: 1200, link: 1200, zip: 120 },
    instantUpload: 'own',
    uploadTtlMs: 7 * 86_400_000,
    accessTokenTtlMs: 2 * 3_600_000,
    refreshTokenTtlMs: 30 * 86_400_000,
    signingKeyTtlMs: 90 * 86_400_000,
    trashTtlMs: 30 * 86_400_000,
    deletionGraceMs: 15 * 86_400_000,
    reach: { loopback: true, privateNetworks: false, ownHosts: new Set() },
    fetching: {
      reach: { web: true, loopback: false, privateNetworks: false },
      maxBytes: undefined,
      perHour: 1000,
    },
    breachedPasswordsUrl: undefined,
    allowsAnonymous: false,
    hasDirectory: false,
    teamDriveMakers: 'admins',
    teamDrivesEach: 10,
    validatesPhones: false,
    signUp: 'open',
    firstAdmin: undefined,
    requiresTwoFactor: 'nobody',
    settings: toSettingFacts({}),
  })
})

test('files are fetched from private networks only where the operator says so, and can be switched off', () => {
  const read = (env: Record<string, string>) => {
    const result = readConfig({ AWAN_OUTGOING_PRIVATE: 'on', ...env })
    return result.ok ? result.config.fetching : result.problems
  }
  expect(read({})).toMatchObject({ reach: { loopback: false, privateNetworks: false } })
  expect(read({ AWAN_FETCH: 'private', AWAN_FETCH_MAX_SIZE: '10GB' })).toMatchObject({
    reach: { web: true, loopback: true, privateNetworks: true },
    maxBytes: 10e9,
  })
  expect(read({ AWAN_FETCH: 'off' })).toBeUndefined()
})

test('hosts that the settings name may be reached in private networks too', () => {
  const result = readConfig({
    AWAN_BREACHED_PASSWORDS_URL: 'https://10.0.0.8:8443/range',
    AWAN_SMS_URL: 'https://user:secret@sms.internal/in',
    AWAN_PROVIDER_OIDC_CLIENT_ID: 'awan',
    AWAN_PROVIDER_OIDC_CLIENT_SECRET: 'secret',
    AWAN_PROVIDER_OIDC_ISSUER: 'https://login.internal/realms/home',
  })
  expect(result).toMatchObject({ ok: true })
  const { ownHosts } = result.ok ? result.config.reach : {}
  expect(ownHosts).toEqual(new Set(['10.0.0.8:8443', 'sms.internal', 'login.internal']))
})

test('an empty variable counts as not set', () => {
  expect(configOf({ PORT: '', AWAN_DATABASE_URL: ' ' })).toEqual(configOf({}))
})

test('values with units and lists are understood', () => {
  const config = configOf({
    PORT: '0',
    AWAN_HOST: '::',
    AWAN_LOG_LEVEL: 'ALL',
    AWAN_DEFAULT_QUOTA: '1.5 GiB',
    AWAN_UPLOAD_TTL: '90m',
    AWAN_ACCESS_TOKEN_TTL: '600s',
    AWAN_REFRESH_TOKEN_TTL: '4w',
    AWAN_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8 ,loopback',
    AWAN_PUBLIC_URL: 'http://192.168.1.5:8080/',
    AWAN_ALLOWED_ORIGINS:
      'https://App.example.org:443/, http://localhost:5173,http://localhost:5173',
  })
  expect(config).toMatchObject({
    port: 0,
    host: '::',
    logLevel: 'all',
    defaultQuotaBytes: 1.5 * 1024 ** 3,
    uploadTtlMs: 5_400_000,
    accessTokenTtlMs: 600_000,
    refreshTokenTtlMs: 4 * 604_800_000,
    trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8', 'loopback'],
    publicUrl: 'http://192.168.1.5:8080',
    allowedOrigins: ['https://app.example.org', 'http://localhost:5173'],
  })
  expect(configOf({ AWAN_DEFAULT_QUOTA: '100GB' }).defaultQuotaBytes).toBe(100e9)
  expect(configOf({ AWAN_DEFAULT_QUOTA: 'none' }).defaultQuotaBytes).toBeUndefined()
})

test.each(['rahma@example.org', '+62 812-3456-7890'])(
  'the first administrator can be named by %s',
  (firstAdmin) => {
    expect(configOf({ AWAN_FIRST_ADMIN: firstAdmin })).toMatchObject({ firstAdmin })
  },
)

test.each(['rahma', 'Rahma <rahma@example.org>', '0812 3456 7890', '+62', 'a@b.org,c@d.org'])(
  'the first administrator cannot be named by %j',
  (wrong) => {
    expect(problemsOf({ AWAN_FIRST_ADMIN: wrong })).toEqual([
      `AWAN_FIRST_ADMIN is ${JSON.stringify(wrong)}. Expected: an e-mail address, or a phone number with its country code, for example rahma@example.org or +628123456789.`,
    ])
  },
)

test('every problem is listed at once, with what is allowed and an example', () => {
  const problems = problemsOf({
    PORT: '80a',
    AWAN_HOST: 'http://localhost',
    AWAN_ENV: 'prod',
    AWAN_PUBLIC_URL: 'https://cloud.example.org/drive',
    AWAN_LOG_LEVEL: 'loud',
    AWAN_TRUSTED_PROXIES: '10.0.0.0/33,proxy',
    AWAN_ALLOWED_ORIGINS: '*,https://a.example.org',
    AWAN_DEFAULT_QUOTA: '100',
    AWAN_UPLOAD_TTL: 'a week',
    AWAN_ACCESS_TOKEN_TTL: '30d',
    AWAN_MAIL_FROM: 'nobody',
    AWAN_DATABASE_URI: 'postgres://localhost/awan',
  })
  expect(problems).toHaveLength(12)
  expect(problems[0]).toBe(
    'PORT is "80a". Expected: a whole number from 0 to 65535, for example 8080.',
  )
  expect(problems).toContain('AWAN_ENV is "prod". Expected: one of development, production.')
  expect(problems).toContainEqual(expect.stringContaining('from 1m to 1d, for example 2h'))
  expect(problems).toContainEqual(expect.stringContaining('wrong here: "10.0.0.0/33", "proxy"'))
})

test.each([
  '*',
  'https://*.example.org',
  'https://app.example.org/drive',
  'https://app.example.org?x',
  'https://ana@app.example.org',
  'app.example.org',
  'null',
  'ftp://app.example.org',
  'capacitor://localhost',
  '',
])('the origin %j is refused and named, next to a valid one', (wrong) => {
  expect(problemsOf({ AWAN_ALLOWED_ORIGINS: `https://good.example.org,${wrong}` })).toEqual([
    expect.stringContaining(`(wrong here: ${JSON.stringify(wrong)})`),
  ])
})

test.each([
  ['AWAN_DATABASE_URI', 'AWAN_DATABASE_URL'],
  ['AWAN_DATADIR', 'AWAN_DATA_DIR'],
])('the unknown name %s is refused, and %s is suggested', (wrong, right) => {
  expect(problemsOf({ [wrong]: 'x' })).toEqual([
    `${wrong} is not a setting of Awan. Did you mean ${right}?`,
  ])
})

test('an unknown name without a similar setting points to the help; AWAN_TEST_ names are allowed', () => {
  expect(problemsOf({ AWAN_CHEESE_AND_BREAD: 'x' })).toEqual([
    'AWAN_CHEESE_AND_BREAD is not a setting of Awan. `npm start -- --help` lists them all.',
  ])
  expect(readConfig({ AWAN_TEST_S3_URL: 's3://x' }).ok).toBe(true)
})

test('production does not start without an https address and a mail server', () => {
  expect(configOf(PRODUCTION)).toMatchObject({
    env: 'production',
    publicUrl: 'https://cloud.example.org',
    mail: { kind: 'smtp', from: 'Awan <cloud@example.org>' },
  })
  expect(problemsOf({ AWAN_ENV: 'production' })).toEqual([
    expect.stringMatching(/^AWAN_PUBLIC_URL is missing/),
    expect.stringMatching(/^AWAN_SMTP_URL is missing/),
  ])
  expect(problemsOf({ ...PRODUCTION, AWAN_PUBLIC_URL: 'http://cloud.example.org' })).toEqual([
    expect.stringContaining('must begin with https://'),
  ])
})

test('settings that contradict each other are refused', () => {
  expect(problemsOf({ AWAN_SMTP_URL: 'smtp://localhost' })).toEqual([
    expect.stringMatching(/^AWAN_MAIL_FROM is missing/),
  ])
  expect(problemsOf({ AWAN_ACCESS_TOKEN_TTL: '2h', AWAN_REFRESH_TOKEN_TTL: '2h' })).toEqual([
    expect.stringMatching(/^AWAN_REFRESH_TOKEN_TTL is not longer/),
  ])
  const production = {
    AWAN_ENV: 'production',
    AWAN_PUBLIC_URL: 'https://cloud.example.org',
    AWAN_SMTP_URL: 'smtp://localhost',
    AWAN_MAIL_FROM: 'Awan <cloud@example.org>',
  }
  expect(problemsOf({ ...production, AWAN_PHONE_SIGN_IN: 'code' })).toEqual([
    expect.stringMatching(/^AWAN_SMS_URL is missing/),
  ])
})

test("an S3 address is parsed, with defaults for S3 servers other than Amazon's", () => {
  const { blobs } = configOf({
    AWAN_BLOBS_URL: 's3://key:se%2Fcr%2Bet@s3.local:9000/files/a/b?tls=false&region=eu-1',
  })
  expect(blobs).toMatchObject({
    kind: 's3',
    endpoint: 'http://s3.local:9000',
    region: 'eu-1',
    bucket: 'files',
    prefix: 'a/b/',
    accessKeyId: 'key',
    forcePathStyle: true,
    checksums: 'when-required',
  })
  expect(blobs.kind === 's3' && blobs.secretAccessKey?.reveal()).toBe('se/cr+et')
})

test("an S3 address without a host means Amazon S3, with the machine's own credentials", () => {
  expect(configOf({ AWAN_BLOBS_URL: 's3:///files?region=eu-central-1' }).blobs).toEqual({
    kind: 's3',
    endpoint: undefined,
    region: 'eu-central-1',
    bucket: 'files',
    prefix: '',
    accessKeyId: undefined,
    secretAccessKey: undefined,
    forcePathStyle: false,
    checksums: 'when-supported',
  })
})

const SECRETS = {
  AWAN_DATABASE_URL: 'postgres://awan:hunter2-db@db.example.org/awan',
  AWAN_BLOBS_URL: 's3://key:hunter2-s3@s3.example.org/files',
  AWAN_SMTP_URL: 'smtps://awan:hunter2-mail@mail.example.org',
  AWAN_METRICS_TOKEN: 'hunter2-0123456789abcdef',
  AWAN_MAIL_FROM: 'cloud@example.org',
}

test('a printed config hides its secrets, and reveal() returns them', () => {
  const config = configOf(SECRETS)
  const printed = [
    inspect(config, { depth: 9, showHidden: true }),
    JSON.stringify(config),
    `${config.metricsToken}`,
    inspect({ ...config.database }),
  ].join('\n')
  expect(printed).toContain('[hidden]')
  expect(printed).not.toContain('hunter2')
  expect(config.database.kind === 'postgres' && config.database.url.reveal()).toBe(
    SECRETS.AWAN_DATABASE_URL,
  )
  expect(config.metricsToken?.reveal()).toBe(SECRETS.AWAN_METRICS_TOKEN)
})

test.each([
  ['AWAN_DATABASE_URL', 'mysql://awan:hunter2@db/awan'],
  ['AWAN_DATABASE_URL', 'postgres://awan:hunter2@db'],
  ['AWAN_DATABASE_URL', 'hunter2'],
  ['AWAN_BLOBS_URL', 's3://key:hunter2@s3.local'],
  ['AWAN_BLOBS_URL', 's3://key:hunter2@s3.local/files?hunter2=1'],
  ['AWAN_BLOBS_URL', 's3://key:hunter2@s3.local/files?tls=hunter2'],
  ['AWAN_BLOBS_URL', 's3://hunter2@s3.local/files'],
  ['AWAN_BLOBS_URL', 's3://key:hunter2/x@s3.local/files'],
  ['AWAN_BLOBS_URL', 's3://key:hunter2%zz@s3.local/files'],
  ['AWAN_SMTP_URL', 'http://awan:hunter2@mail'],
  ['AWAN_METRICS_TOKEN', 'hunter2'],
])('%s as %s is refused without repeating its value', (name, value) => {
  const problems = problemsOf({ [name]: value })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(`${name} is not right`)
  expect(problems[0]).not.toContain('hunter2')
})

function configOf(env: Record<string, string>): Config {
  const result = readConfig(env)
  if (!result.ok) throw new Error(result.problems.join('\n'))
  return result.config
}

function problemsOf(env: Record<string, string>): string[] {
  const result = readConfig(env)
  return result.ok ? [] : result.problems
}

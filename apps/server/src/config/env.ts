import { Secret } from '../kernel/secret.ts'
import { blobsUrl, postgresUrl, smtpUrl } from './connection-urls.ts'
import {
  bearerToken,
  byteSize,
  contactAddress,
  duration,
  folderPath,
  listenHost,
  mailSender,
  oneOf,
  originList,
  proxyList,
  publicUrl,
  rangeServiceUrl,
  wholeNumber,
} from './parsers.ts'
import { providerSettings } from './providers.ts'
import { optional, type Setting, type ValuesOf, withDefault } from './setting.ts'
import { smsUrl } from './sms-url.ts'
import { findUnknownNames } from './unknown-names.ts'

const DAY_MS = 86_400_000

export const settings = {
  port: withDefault({
    name: 'PORT',
    fallback: '8080',
    meaning: 'The port to listen on; 0 takes a free one.',
    parse: wholeNumber(0, 65_535, '8080'),
  }),
  host: withDefault({
    name: 'AWAN_HOST',
    fallback: '127.0.0.1',
    meaning:
      'The address to listen on. 127.0.0.1 allows only this machine (and a proxy on it); 0.0.0.0 or :: allows the whole network, phones included.',
    parse: listenHost,
  }),
  env: withDefault({
    name: 'AWAN_ENV',
    fallback: 'development',
    meaning:
      'development or production. Production requires an https address and a mail server; development shows codes in the terminal and, only on this machine, at /dev/outbox.',
    parse: oneOf('development', 'production'),
  }),
  publicUrl: optional({
    name: 'AWAN_PUBLIC_URL',
    whenUnset: 'http://localhost:PORT',
    meaning:
      'The address that people open, as their browser shows it. Production needs https. Passkeys belong to its host name: under another one they no longer work.',
    parse: publicUrl,
  }),
  dataDir: withDefault({
    name: 'AWAN_DATA_DIR',
    fallback: './data',
    meaning:
      'The folder for the database, the files and the generated keys. Back it up as a whole.',
    parse: folderPath,
  }),
  databaseUrl: optional({
    name: 'AWAN_DATABASE_URL',
    whenUnset: 'SQLite in the data folder',
    meaning: 'A PostgreSQL database: postgres://USER:PASSWORD@HOST:5432/DATABASE.',
    isSecret: true,
    parse: postgresUrl,
  }),
  databaseConnections: withDefault({
    name: 'AWAN_DATABASE_CONNECTIONS',
    fallback: '16',
    meaning:
      'How many connections to PostgreSQL each server process opens at most for its work, and two more for itself. Half of them are for changes and a quarter for long reads. Those of all processes together must stay below max_connections of PostgreSQL.',
    parse: wholeNumber(4, 1_000, '16'),
  }),
  blobsUrl: optional({
    name: 'AWAN_BLOBS_URL',
    whenUnset: 'the data folder',
    meaning:
      'S3 storage for the contents of files: s3://KEY:SECRET@HOST:PORT/BUCKET/PREFIX?region=us-east-1. More options: tls=false, path_style=true or false, checksums=when-required or when-supported. Without HOST it is Amazon S3.',
    isSecret: true,
    parse: blobsUrl,
  }),
  smtpUrl: optional({
    name: 'AWAN_SMTP_URL',
    whenUnset: 'none: mail is shown in the terminal',
    meaning:
      'The mail server: smtp://USER:PASSWORD@HOST:587 or smtps://USER:PASSWORD@HOST:465. Production needs it.',
    isSecret: true,
    parse: smtpUrl,
  }),
  mailFrom: optional({
    name: 'AWAN_MAIL_FROM',
    whenUnset: 'none',
    meaning: 'The sender of our mails, e.g. Awan <cloud@example.org>. Needed with AWAN_SMTP_URL.',
    parse: mailSender,
  }),
  smsUrl: optional({
    name: 'AWAN_SMS_URL',
    whenUnset: 'none: shown in the terminal, not in production',
    meaning:
      'The SMS gateway: https://:SECRET@HOST/PATH (signed as Standard Webhooks), twilio://SID:TOKEN@api.twilio.com?from=+15550100, aliyun://KEY:SECRET@dysmsapi.aliyuncs.com?sign=NAME&template=SMS_1 (its variable is code) or tencent://ID:KEY@sms.tencentcloudapi.com with ?app=1400000000&sign=NAME&template=1&params=code,minutes.',
    isSecret: true,
    parse: smsUrl,
  }),
  mailCodesPerHour: withDefault({
    name: 'AWAN_MAIL_CODES_PER_HOUR',
    fallback: '3000',
    meaning:
      'How many codes are sent by mail in an hour, in total. From half of it on, a captcha is required. People who are signed in or on a known device have as many of their own, and so have those who have given the first proof of two.',
    parse: wholeNumber(1, 10_000_000, '3000'),
  }),
  smsCodesPerHour: withDefault({
    name: 'AWAN_SMS_CODES_PER_HOUR',
    fallback: '300',
    meaning:
      'The same for text messages, which cost money: this limits what strangers can make you pay.',
    parse: wholeNumber(1, 10_000_000, '300'),
  }),
  logLevel: withDefault({
    name: 'AWAN_LOG_LEVEL',
    fallback: 'info',
    meaning: 'How much is logged: off, error, warn, info, debug, trace or all.',
    parse: oneOf('off', 'error', 'warn', 'info', 'debug', 'trace', 'all'),
  }),
  metricsToken: optional({
    name: 'AWAN_METRICS_TOKEN',
    whenUnset: 'none: this machine alone',
    meaning: 'The bearer token for reading /metrics from other machines.',
    isSecret: true,
    parse: (text) => {
      const parsed = bearerToken(text)
      return parsed.ok ? { ok: true, value: new Secret(parsed.value) } : parsed
    },
  }),
  trustedProxies: optional({
    name: 'AWAN_TRUSTED_PROXIES',
    whenUnset: 'none',
    meaning:
      'Proxies whose X-Forwarded-For is trusted: addresses or networks separated by commas, or loopback, linklocal, uniquelocal.',
    parse: proxyList,
  }),
  allowedOrigins: optional({
    name: 'AWAN_ALLOWED_ORIGINS',
    whenUnset: 'none',
    meaning:
      'Other origins from which web apps may call this server, such as https://app.example.org, separated by commas and without wildcards. The web app at AWAN_PUBLIC_URL needs none.',
    parse: originList,
  }),
  defaultQuota: withDefault({
    name: 'AWAN_DEFAULT_QUOTA',
    fallback: 'none',
    meaning: 'How much a new drive may hold, e.g. 100GB or 1TiB; none is no limit.',
    parse: byteSize,
  }),
  maxFiles: withDefault({
    name: 'AWAN_MAX_FILES',
    fallback: '10000000',
    meaning:
      'How many files and folders one drive may have, its trash included. Counted now and then, so it holds roughly.',
    parse: wholeNumber(1000, 1_000_000_000, '10000000'),
  }),
  writesPerMinute: withDefault({
    name: 'AWAN_WRITES_PER_MINUTE',
    fallback: '120000',
    meaning:
      'How many calls that change a drive one person may make in a minute, per server process. Further calls are refused, with the time to wait.',
    parse: wholeNumber(1, 1_000_000_000, '120000'),
  }),
  searchesPerMinute: withDefault({
    name: 'AWAN_SEARCHES_PER_MINUTE',
    fallback: '1200',
    meaning: 'The same for searches; typing makes several a second.',
    parse: wholeNumber(1, 1_000_000_000, '1200'),
  }),
  linksPerMinute: withDefault({
    name: 'AWAN_LINKS_PER_MINUTE',
    fallback: '1200',
    meaning: 'The same for links to contents; previews ask for one each.',
    parse: wholeNumber(1, 1_000_000_000, '1200'),
  }),
  zipsPerMinute: withDefault({
    name: 'AWAN_ZIPS_PER_MINUTE',
    fallback: '120',
    meaning: 'The same for zips of folders and selections.',
    parse: wholeNumber(1, 1_000_000_000, '120'),
  }),
  instantUpload: withDefault({
    name: 'AWAN_INSTANT_UPLOAD',
    fallback: 'own',
    meaning:
      "own or all. With own, a content that the drive already has is not uploaded again. With all, neither is a content of another person's drive, once the uploader has proven to have it; uploaders can then find out whether somebody else here has a file.",
    parse: oneOf('own', 'all'),
  }),
  uploadTtl: withDefault({
    name: 'AWAN_UPLOAD_TTL',
    fallback: '7d',
    meaning: 'How long an unfinished upload can be resumed.',
    parse: duration(60_000, 365 * DAY_MS, '7d'),
  }),
  accessTokenTtl: withDefault({
    name: 'AWAN_ACCESS_TOKEN_TTL',
    fallback: '2h',
    meaning: 'How long an access token is valid; clients renew it automatically.',
    parse: duration(60_000, DAY_MS, '2h'),
  }),
  refreshTokenTtl: withDefault({
    name: 'AWAN_REFRESH_TOKEN_TTL',
    fallback: '30d',
    meaning: 'How long a device stays signed in without being used.',
    parse: duration(60_000, 3650 * DAY_MS, '30d'),
  }),
  signingKeyDays: withDefault({
    name: 'AWAN_SIGNING_KEY_DAYS',
    fallback: '90',
    meaning:
      'After how many days a new key signs the tokens. It is published long before, and the old one is kept until its tokens have expired; a change takes effect with the next key.',
    parse: wholeNumber(7, 3650, '90'),
  }),
  deletionDays: withDefault({
    name: 'AWAN_DELETION_DAYS',
    fallback: '15',
    meaning:
      'How many days pass between the request to delete an account and its final deletion. Until then it can be restored.',
    parse: wholeNumber(1, 365, '15'),
  }),
  trashDays: withDefault({
    name: 'AWAN_TRASH_DAYS',
    fallback: '30',
    meaning: 'How many days files stay in the trash of a drive before they are deleted for good.',
    parse: wholeNumber(1, 3650, '30'),
  }),
  phoneSignIn: withDefault({
    name: 'AWAN_PHONE_SIGN_IN',
    fallback: 'password',
    meaning:
      'password or code. With code, a sign-in with a phone number on a new device needs an SMS code; a password alone is refused.',
    parse: oneOf('password', 'code'),
  }),
  signUp: withDefault({
    name: 'AWAN_SIGN_UP',
    fallback: 'open',
    meaning:
      'open, approval or closed. With approval, a new account waits until an administrator approves it; closed allows no sign-ups. The first account can always be created.',
    parse: oneOf('open', 'approval', 'closed'),
  }),
  firstAdmin: optional({
    name: 'AWAN_FIRST_ADMIN',
    whenUnset: 'none: the set-up code in the terminal',
    meaning:
      'The e-mail address or phone number that may create the first account, which becomes the administrator, from another machine without the set-up code. A code sent to it proves it. It has no effect once there is an account.',
    parse: contactAddress,
  }),
  requireTwoFactor: withDefault({
    name: 'AWAN_REQUIRE_TWO_FACTOR',
    fallback: 'nobody',
    meaning:
      'nobody, administrators or everybody: who needs a second step. A person without one can sign in, but must set it up before anything else.',
    parse: oneOf('nobody', 'administrators', 'everybody'),
  }),
  anonymous: withDefault({
    name: 'AWAN_ANONYMOUS',
    fallback: 'off',
    meaning:
      'on lets people start without an account, one per device, and sign up later. Anyone who can reach the server can then store files on it.',
    parse: oneOf('on', 'off'),
  }),
  peopleDirectory: withDefault({
    name: 'AWAN_PEOPLE_DIRECTORY',
    fallback: 'off',
    meaning:
      'on lets everybody with an account find all people and groups by a part of the name when they share. off finds only those with whom they already share, and others by their whole user name or contact.',
    parse: oneOf('on', 'off'),
  }),
  teamDrives: withDefault({
    name: 'AWAN_TEAM_DRIVES',
    fallback: 'admins',
    meaning:
      'admins or everybody: who can create team drives, which belong to no person and have members, a quota and a trash of their own.',
    parse: oneOf('admins', 'everybody'),
  }),
  teamDrivesEach: withDefault({
    name: 'AWAN_TEAM_DRIVES_EACH',
    fallback: '10',
    meaning:
      'How many team drives each person can have created, if everybody can create them. Deleted ones do not count, and administrators have no limit.',
    parse: wholeNumber(0, 1_000_000, '10'),
  }),
  outgoingPrivate: withDefault({
    name: 'AWAN_OUTGOING_PRIVATE',
    fallback: 'off',
    meaning:
      'on allows webhooks and identity providers that an administrator adds in private networks and on this machine; they could be used to reach internal services. What these settings name is always allowed.',
    parse: oneOf('on', 'off'),
  }),
  fetch: withDefault({
    name: 'AWAN_FETCH',
    fallback: 'on',
    meaning:
      'on, private or off: whether the server downloads files from addresses that people name into their drives. With private, addresses in private networks and on this machine are allowed too; everybody with an account could use them to read internal services.',
    parse: oneOf('on', 'private', 'off'),
  }),
  fetchMaxSize: withDefault({
    name: 'AWAN_FETCH_MAX_SIZE',
    fallback: 'none',
    meaning:
      'How large a file can be that is downloaded from an address, e.g. 10GB; none is no limit but the quota of the drive.',
    parse: byteSize,
  }),
  fetchesPerHour: withDefault({
    name: 'AWAN_FETCHES_PER_HOUR',
    fallback: '1000',
    meaning:
      'How many files one person can have downloaded from addresses in an hour, per server process.',
    parse: wholeNumber(1, 1_000_000_000, '1000'),
  }),
  breachedPasswordsUrl: optional({
    name: 'AWAN_BREACHED_PASSWORDS_URL',
    whenUnset: 'none: only the list that comes with Awan',
    meaning:
      'A range service for breached passwords, such as https://api.pwnedpasswords.com/range. Only the first five characters of a SHA-1 hash are sent to it.',
    parse: rangeServiceUrl,
  }),
  ...providerSettings,
}

export type Values = ValuesOf<typeof settings>

/** What the environment says, parsed one by one. A value that was refused is left out. */
export interface EnvReading {
  values: Partial<Values>
  problems: string[]
}

export function readEnv(env: Record<string, string | undefined>): EnvReading {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [key, setting] of Object.entries<Setting>(settings)) {
    // Compose files set what they do not know to nothing at all: that counts as not set.
    const text = env[setting.name]?.trim() || defaultOf(setting)
    if (text === undefined) continue
    const parsed = setting.parse(text)
    if (parsed.ok) values[key] = parsed.value
    else problems.push(describeProblem(setting, text, parsed.expected))
  }
  return {
    values: values as Partial<Values>,
    problems: [
      ...problems,
      ...findUnknownNames(
        env,
        list().map(({ name }) => name),
      ),
    ],
  }
}

/** Whether everything that has a default has a value: nothing was refused. */
export function isWhole(values: Partial<Values>): values is Values {
  return Object.entries<Setting>(settings).every(
    ([key, setting]) => defaultOf(setting) === undefined || key in values,
  )
}

function defaultOf(setting: Setting): string | undefined {
  return 'fallback' in setting ? setting.fallback : undefined
}

function list(): Setting[] {
  return Object.values<Setting>(settings)
}

function describeProblem(setting: Setting, text: string, expected: string): string {
  const shown = setting.isSecret
    ? 'is not right (its value is not shown, it may hold a password)'
    : `is ${JSON.stringify(text)}`
  return `${setting.name} ${shown}. Expected: ${expected}.`
}

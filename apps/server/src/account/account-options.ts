import type { ProviderConfig } from '../config/providers.ts'
import type { Secrets } from '../config/secrets.ts'
import type { SettingFact } from '../config/setting-facts.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Random } from '../kernel/id.ts'
import type { Log } from '../kernel/log.ts'
import type { OutgoingRequests } from '../kernel/outgoing/outgoing-requests.ts'
import type { Notifier } from '../notify/notifier.ts'
import type { Risk } from './captcha/risk.ts'
import type { PasswordHashing } from './passwords/password-hashing.ts'
import type { SetupCode } from './sign-up/setup-code.ts'
import type { SignUpMode } from './sign-up/sign-up.ts'
import type { SigningKeys } from './tokens/signing-keys.ts'
import type { TwoFactorRequiredFor } from './two-factor/two-factor-requirement.ts'
import type { AccountFiles } from './users/account-files.ts'
import type { CodesPerHour } from './verification/verification-limits.ts'

/** What accounts need of the server around them. */
export interface AccountOptions {
  db: Database
  clock: Clock
  random: Random
  secrets: Pick<Secrets, 'refreshKey' | 'codeKey'>
  signingKeys: SigningKeys
  notifier: Notifier
  requests: OutgoingRequests
  accessTokenTtlMs: number
  refreshTokenTtlMs: number
  /** Where people reach us; issuer and audience of the access tokens. */
  publicUrl: string
  /** Origins of other web apps whose pages may call us. */
  allowedOrigins?: readonly string[]
  /** Third parties with whose accounts people may sign in, as the environment says. */
  providers?: readonly ProviderConfig[]
  /** Development lets third parties run on this machine without TLS. */
  env?: 'development' | 'production'
  /** How many codes are sent in an hour, in total. */
  codesPerHour?: CodesPerHour
  /** How long an account can be restored after its owner asked for its deletion. */
  deletionGraceMs?: number
  /** Whether people may start without an account. */
  allowsAnonymous?: boolean
  /** Whether a phone number and its password need a code too on a new device. */
  validatesPhones?: boolean
  /** Who may make an account. */
  signUp?: SignUpMode
  /** What the first account needs that is not made on the machine of the server. */
  setupCode?: SetupCode
  /** The contact that needs no set-up code for it, once it is proven. */
  firstAdmin?: string | undefined
  /** Who needs a second step. */
  requiresTwoFactor?: TwoFactorRequiredFor
  /** What the server was started with, for administrators to read. */
  settings?: readonly SettingFact[]
  /** The files that belong to an account and are stored outside of the account layer. */
  accountFiles?: readonly AccountFiles[]
  /** Of calls elsewhere that want a captcha when they are risky, by action: `POST:/drive/v1/links:open`. */
  risks?: ReadonlyMap<string, Risk>
  /** A range service for breached passwords (k-anonymity). */
  breachedPasswordsUrl?: string | undefined
  /** OWASP's figures unless told. */
  passwordHashing?: PasswordHashing | undefined
  log?: Log
}

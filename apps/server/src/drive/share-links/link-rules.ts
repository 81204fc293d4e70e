import type { LinkPolicy, LinkRole, MailChoice } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { LinkRow, NodeRow } from '../../db/tables.ts'

/** What a drop folder takes; null lifts a limit. */
export interface DropRules {
  maxFileBytes?: number | null | undefined
  maxTotalBytes?: number | null | undefined
  types?: readonly string[] | null | undefined
  deadline?: number | null | undefined
}

/** What those who manage a link decide about it; null takes something away. */
export interface LinkOptions {
  password?: string | null | undefined
  expiresAt?: number | null | undefined
  downloadLimit?: number | null | undefined
  allowsDownload?: boolean | undefined
  label?: string | null | undefined
  note?: string | null | undefined
  customName?: string | null | undefined
  asksName?: boolean | undefined
  asksEmail?: boolean | undefined
  /** Null: as each reader has chosen for all drop folders. */
  arrivalMail?: MailChoice | null | undefined
  drop?: DropRules | undefined
}

export type LinkRules = Omit<LinkRow, 'drive_id' | 'grant_id' | 'token_hash' | 'sealed_token'>

export const NEW_LINK: LinkRules = {
  custom_name: null,
  password_hash: null,
  label: null,
  allows_download: 1,
  download_limit: null,
  asks_name: 0,
  max_file_bytes: null,
  max_total_bytes: null,
  received_bytes: 0,
  types: null,
  deadline: null,
  asks_email: 0,
  arrival_mail: null,
}

/** The rules of a link after a change; what the change does not name stays. The password is hashed by then. */
export function applyOptions(
  rules: LinkRules,
  { password: _, ...options }: LinkOptions,
  passwordHash: string | null | undefined,
): LinkRules {
  const { drop = {} } = options
  return {
    ...rules,
    custom_name: kept(options.customName, rules.custom_name),
    password_hash: kept(passwordHash, rules.password_hash),
    label: kept(options.label, rules.label),
    allows_download: toBit(options.allowsDownload, rules.allows_download),
    download_limit: kept(options.downloadLimit, rules.download_limit),
    asks_name: toBit(options.asksName, rules.asks_name),
    max_file_bytes: kept(drop.maxFileBytes, rules.max_file_bytes),
    max_total_bytes: kept(drop.maxTotalBytes, rules.max_total_bytes),
    types: kept(drop.types && JSON.stringify(drop.types), rules.types),
    deadline: kept(drop.deadline, rules.deadline),
    asks_email: toBit(options.asksEmail, rules.asks_email),
    arrival_mail: kept(options.arrivalMail, rules.arrival_mail),
  }
}

/** Whether visitors get more than before, or say less of themselves. A password and a name count on their own. */
export function isWider(before: LinkRules, after: LinkRules): boolean {
  const limitOf = ({ download_limit }: LinkRules) => download_limit ?? Number.POSITIVE_INFINITY
  return (
    after.allows_download > before.allows_download ||
    limitOf(after) > limitOf(before) ||
    after.asks_name < before.asks_name ||
    after.asks_email < before.asks_email
  )
}

function kept<T>(given: T | undefined, before: T): T {
  return given === undefined ? before : given
}

function toBit(given: boolean | undefined, before: number): number {
  return given === undefined ? before : Number(given)
}

/** Rules that contradict each other, the node that the link opens, or what administrators allow. */
export function checkRules(
  rules: LinkRules,
  given: {
    role: LinkRole
    kind: NodeRow['kind']
    options: LinkOptions
    policy: LinkPolicy
    /** Whether the server can send codes. */
    canMail: boolean
    now: number
  },
): void {
  const { role, kind, options, policy, canMail, now } = given
  checkPolicy(rules, given)
  if (rules.custom_name !== null && rules.password_hash === null && !policy.open_names) {
    throw wrong('custom_name can be guessed, so such a link needs a password: set `password` too')
  }
  if (role === 'drop' && kind !== 'folder') {
    throw wrong('the role drop needs a folder: choose a folder, or another role')
  }
  if (role !== 'drop' && options.drop) {
    throw wrong('`drop` has rules for the role drop alone: leave it out, or choose that role')
  }
  if (role !== 'drop' && (options.asksEmail || options.arrivalMail)) {
    throw wrong('ask_email and arrival_mail are for the role drop: leave them out, or choose it')
  }
  if (options.asksEmail && !canMail) {
    throw new ServiceError('failed_precondition', {
      description: 'this server sends no mail, so no code reaches visitors: use ask_name instead',
    })
  }
  if (typeof options.expiresAt === 'number' && options.expiresAt <= now) {
    throw wrong('expires_at is over: choose a time in the future')
  }
}

/** A link from before the policy keeps what a change does not name. */
function checkPolicy(
  rules: LinkRules,
  { options, policy, now }: { options: LinkOptions; policy: LinkPolicy; now: number },
): void {
  const { enabled, needs_password, max_days } = policy
  if (!enabled) {
    throw new ServiceError('failed_precondition', {
      description: 'links are switched off on this server: share with people instead',
    })
  }
  if (needs_password && options.password !== undefined && rules.password_hash === null) {
    throw wrong('links need a password on this server: set `password`')
  }
  if (max_days === undefined || options.expiresAt === undefined) return
  if (options.expiresAt === null || options.expiresAt > now + max_days * DAY_MS) {
    throw wrong(`links last at most ${max_days} days on this server: choose an earlier expires_at`)
  }
}

/** What a new link gets where its maker says nothing: a password is missed then, and it lasts as long as it may. */
export function withPolicy(options: LinkOptions, policy: LinkPolicy, now: number): LinkOptions {
  const { needs_password, max_days } = policy
  return {
    ...options,
    ...(needs_password && { password: options.password ?? null }),
    ...(max_days !== undefined && { expiresAt: options.expiresAt ?? now + max_days * DAY_MS }),
  }
}

const DAY_MS = 24 * 3_600_000

function wrong(description: string): ServiceError {
  return new ServiceError('invalid_argument', { description })
}

/** Every number of the specification that the client keeps to (docs/spec/constants.md). */
export {
  DEFAULT_ACCEPT_LANGUAGE,
  DEFAULT_PLATFORM_CODE,
  EVENT_SPEC_VERSION,
  /** @public */
  FALLBACK_LOCALE,
  MAX_USER_AGENT_LENGTH,
  PROTOCOL_VERSION,
  SDK_VERSION,
} from '@awan/protocol'

/** CON-1, CON-4: how often a failed call is repeated, by either client. */
export const DEFAULT_RETRY = 2
export const MIN_RETRY = 0
export const MAX_RETRY = 4
/** CON-2. */
export const DEFAULT_TIMEOUT_MS = 10_000
export const MIN_TIMEOUT_MS = 100
/** CON-3: the first client's pause before a retry. */
export const RETRY_WAIT_MS = 300
/** CON-5, CON-6: the second client's attempts in all, and its first pause, which doubles. */
export const MAX_ATTEMPTS = 15
export const BACK_OFF_MS = 1000
/** CON-7: how long before its end a token counts as expired; short-lived ones keep the short margin. */
export const LONG_MARGIN_MS = 120_000
export const SHORT_MARGIN_MS = 30_000
export const LONG_LIVED_SECONDS = 600
/** CON-8: a token refresh is not repeated within this time. */
export const REFRESH_PAUSE_MS = 120_000
/** CON-9: credential renewals per request. */
export const MAX_RENEWALS = 1
/** CON-13, CON-14: the bridge must be newer than this version. */
export const BRIDGE_TIMEOUT_MS = 10_000
export const BRIDGE_VERSION_FLOOR = '0.0.1'
/** CON-15: a lock waits without limit. */
export const DEFAULT_LOCK_TIMEOUT_MS: number | undefined = undefined
/** CON-16. */
export const DEFAULT_CONCURRENCY = 1
/** CON-17. */
export const DEVICE_SIGN_LIFETIME_MS = 604_800_000
/** DEV-2: a device sign is longer than this. */
export const DEVICE_SIGN_FLOOR = 20
/** CON-20, from silent to everything. */
export const LOG_LEVELS = ['off', 'error', 'warn', 'info', 'debug', 'trace', 'all'] as const

import { expect, test } from 'vitest'
import * as constants from './constants.ts'

/** Each number of docs/spec/constants.md, by the name that the code knows it by. */
test('[CON-1] [CON-4] retry is 2 by default, from 0 to 4, for both clients', () => {
  expect(constants).toMatchObject({ DEFAULT_RETRY: 2, MIN_RETRY: 0, MAX_RETRY: 4 })
})

test('[CON-2] the request timeout is 10000 ms by default and 100 ms at least', () => {
  expect(constants).toMatchObject({ DEFAULT_TIMEOUT_MS: 10_000, MIN_TIMEOUT_MS: 100 })
})

test('[CON-3] the first client waits 300 ms before a retry', () => {
  expect(constants.RETRY_WAIT_MS).toBe(300)
})

test('[CON-5] [CON-6] the second client makes at most 15 attempts, and its pauses begin with 1000 ms', () => {
  expect(constants).toMatchObject({ MAX_ATTEMPTS: 15, BACK_OFF_MS: 1000 })
})

test('[CON-7] a token is renewed 120 s before it expires if it lives 600 s or longer, otherwise 30 s before', () => {
  expect(constants).toMatchObject({
    LONG_LIVED_SECONDS: 600,
    LONG_MARGIN_MS: 120_000,
    SHORT_MARGIN_MS: 30_000,
  })
})

test('[CON-8] [CON-9] a refresh is not repeated within 120 s, and is made at most once per request', () => {
  expect(constants).toMatchObject({ REFRESH_PAUSE_MS: 120_000, MAX_RENEWALS: 1 })
})

test('[CON-10] [CON-11] the SDK is 8.1.4 and speaks protocol 301', () => {
  expect(constants).toMatchObject({ SDK_VERSION: '8.1.4', PROTOCOL_VERSION: '301' })
})

test('[CON-12] the locale is EN by default, and an unknown locale is Simplified Chinese', () => {
  expect(constants).toMatchObject({ DEFAULT_ACCEPT_LANGUAGE: 'EN', FALLBACK_LOCALE: 'zh-hans' })
})

test('[CON-13] [CON-14] the bridge timeout is 10 s, and the shell version must be above 0.0.1', () => {
  expect(constants).toMatchObject({ BRIDGE_TIMEOUT_MS: 10_000, BRIDGE_VERSION_FLOOR: '0.0.1' })
})

test('[CON-15] [CON-16] a lock waits without limit by default, and a queue runs one task at a time', () => {
  expect(constants).toMatchObject({ DEFAULT_LOCK_TIMEOUT_MS: undefined, DEFAULT_CONCURRENCY: 1 })
})

test('[CON-17] [DEV-2] a device sign is valid for 7 days and is longer than 20 characters', () => {
  expect(constants.DEVICE_SIGN_LIFETIME_MS).toBe(7 * 24 * 60 * 60 * 1000)
  expect(constants.DEVICE_SIGN_FLOOR).toBe(20)
})

test('[CON-18] a user agent is cut at 500 characters', () => {
  expect(constants.MAX_USER_AGENT_LENGTH).toBe(500)
})

test('[CON-19] the event version is 1.0.1', () => {
  expect(constants.EVENT_SPEC_VERSION).toBe('1.0.1')
})

test('[CON-20] the log levels are off, error, warn, info, debug, trace and all', () => {
  expect(constants.LOG_LEVELS).toEqual(['off', 'error', 'warn', 'info', 'debug', 'trace', 'all'])
})

test('[CON-21] the platform is the web by default', () => {
  expect(constants.DEFAULT_PLATFORM_CODE).toBe(1)
})

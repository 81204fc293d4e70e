import { expect, test } from 'vitest'
import { chooseMessage } from './choose-message.ts'
import { en } from './messages/en.ts'
import { ko } from './messages/ko.ts'
import { zhHans } from './messages/zh-hans.ts'
import { ERROR_INFO, LOCALIZED_MESSAGE, ServiceError, toServiceError } from './service-error.ts'

const inEnglish = { '@type': LOCALIZED_MESSAGE, locale: 'en-US', message: 'The server says so' }
const inKorean = { '@type': LOCALIZED_MESSAGE, locale: 'ko', message: '서버의 말' }
const info = { '@type': ERROR_INFO, domain: 'awan', message: 'not for people' }

test.each(['unreachable', 'captcha_invalid', 'user_blocked', 'internal'] as const)(
  '[ERR-2] a localized message in the details takes precedence over the text of %s',
  (name) => {
    const error = new ServiceError(name, { details: [info, inEnglish] })
    expect(chooseMessage(error, en)).toBe('The server says so')
    expect(chooseMessage(error, zhHans)).toBe('The server says so')
  },
)

test('[ERR-2] of several localized messages the one in the reader’s language is chosen', () => {
  const error = new ServiceError('user_blocked', { details: [inEnglish, inKorean] })
  expect(chooseMessage(error, ko)).toBe('서버의 말')
  expect(chooseMessage(error, en)).toBe('The server says so')
  expect(chooseMessage(error, zhHans)).toBe('The server says so')
})

test.each([
  [[]],
  [[info]],
  [[{ '@type': LOCALIZED_MESSAGE, message: ' ' }]],
  [[{ '@type': LOCALIZED_MESSAGE, message: 7 }]],
  [[{ '@type': LOCALIZED_MESSAGE }, null, 'text']],
])('[ERR-2] details without a localized message are ignored: %j', (details) => {
  const error = toServiceError({ error: 'user_pending', details: details as never[] })
  expect(chooseMessage(error, en)).toBe('Account not activated')
})

test('[ERR-3] unreachable is shown with the network text', () => {
  const error = new ServiceError('unreachable', { description: 'request timeout (10000ms)' })
  expect(chooseMessage(error, en)).toBe(en.network)
  expect(chooseMessage(error, ko)).toBe(ko.network)
})

test('[ERR-3] captcha_invalid is shown with the too-frequent text, not with the text of its number', () => {
  const error = new ServiceError('captcha_invalid')
  expect(chooseMessage(error, en)).toBe('Your operation is too frequent, please try again later')
  expect(chooseMessage(error, zhHans)).toBe(zhHans.tooFrequent)
})

test.each([
  ['cannot_unlock', 38],
  ['account_freeze', 50],
  ['captcha_required', 4001],
  ['invalid_grant', 4126],
  ['local_provider_account', 8003],
] as const)('[ERR-4] %s is shown with the text of its number only', (name, code) => {
  const error = new ServiceError(name, { description: 'technical' })
  expect(chooseMessage(error, en)).toBe(en.error[code])
  expect(chooseMessage(error, ko)).toBe(ko.error[code])
})

test('[ERR-4] an unknown error name is shown with the text of its number', () => {
  const error = toServiceError({ error: 'access_token_expired', error_code: 4122 })
  expect(chooseMessage(error, en)).toBe('The client is not authorized')
})

test('[ERR-5] an error without a text is shown as prefix, name in brackets and description', () => {
  const error = toServiceError({
    error: 'moon_phase',
    error_code: 7777,
    error_description: 'not tonight',
  })
  expect(chooseMessage(error, en)).toBe('Operation failed: [moon_phase] not tonight')
  expect(chooseMessage(error, zhHans)).toBe('操作失败：[moon_phase] not tonight')
})

test('[ERR-5] a description that only repeats the name is left out', () => {
  const error = toServiceError({ error: 'moon_phase', error_code: 7777 })
  expect(chooseMessage(error, en)).toBe('Operation failed: [moon_phase]')
})

test('[ERR-6] a code below 17 is translated in the fallback, before the bracketed error', () => {
  const error = new ServiceError('unauthenticated', { description: 'refresh token not found' })
  expect(chooseMessage(error, en)).toBe(
    'Operation failed: Unauthorized [unauthenticated] refresh token not found',
  )
  expect(chooseMessage(error, zhHans)).toBe(
    '操作失败：未授权 [unauthenticated] refresh token not found',
  )
  expect(chooseMessage(new ServiceError('cancelled'), en)).toBe(
    'Operation failed: Operate cancelled [cancelled]',
  )
})

test('[ERR-5] the words of a screen take the place of the fallback, and of nothing before it', () => {
  const shown = (error: ServiceError) => chooseMessage(error, en, 'Wait a little.')
  expect(shown(new ServiceError('resource_exhausted'))).toBe('Wait a little.')
  expect(shown(new ServiceError('user_pending'))).toBe('Account not activated')
  expect(shown(new ServiceError('unreachable'))).toBe(en.network)
  expect(shown(new ServiceError('resource_exhausted', { details: [inEnglish] }))).toBe(
    'The server says so',
  )
})

test('an unknown error number finds no text', () => {
  for (const error_code of [-1, 17, 4003, 4.5, Number.NaN]) {
    const error = toServiceError({ error: 'toString', error_code, error_description: 'odd' })
    expect(chooseMessage(error, en)).toMatch(
      /^Operation failed: (Unknown error )?\[toString\] odd$/,
    )
  }
})

test('a file that a program has locked is shown with its owner and the time, in the reader’s language', () => {
  const until = new Date(2026, 0, 2, 15, 4).toISOString()
  const locked = (metadata: object) =>
    new ServiceError('failed_precondition', {
      details: [{ '@type': ERROR_INFO, reason: 'LOCKED', domain: 'drive', metadata } as never],
    })
  expect(chooseMessage(locked({ until, owner: 'Ana $&' }), en)).toMatch(
    /^Locked by Ana \$& until 3:04\sPM, please try again after that$/,
  )
  expect(chooseMessage(locked({ until }), en)).toMatch(/^Locked by another program until /)
  expect(chooseMessage(locked({ until, owner: 'Ana' }), ko)).toMatch(/잠겨 있습니다\(Ana\)/)
  expect(chooseMessage(locked({}), en)).toContain('[failed_precondition]')
})

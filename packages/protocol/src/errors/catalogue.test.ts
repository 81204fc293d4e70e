import { expect, test } from 'vitest'
import { catalogue, type ErrorName, isErrorName, SUCCESS_CODE } from './catalogue.ts'
import { en } from './messages/en.ts'

const rows = [
  ['[ERR-10]', 1, 'cancelled', 'Operate cancelled'],
  ['[ERR-11]', 2, 'unknown', 'Unknown error'],
  ['[ERR-12]', 3, 'invalid_argument', 'Invalid parameter'],
  ['[ERR-13]', 4, 'deadline_exceeded', 'Request timeout'],
  ['[ERR-14]', 5, 'not_found', 'Request not found'],
  ['[ERR-15]', 6, 'already_exists', 'Already exist'],
  ['[ERR-16]', 7, 'permission_denied', 'No permission to access'],
  ['[ERR-17]', 8, 'resource_exhausted', 'Insufficient resources'],
  ['[ERR-18]', 9, 'failed_precondition', 'The operation was rejected'],
  ['[ERR-19]', 10, 'aborted', 'Operation terminated'],
  ['[ERR-20]', 11, 'out_of_range', 'The operation is outside the valid range'],
  ['[ERR-21]', 12, 'unimplemented', 'The operation is not supported'],
  ['[ERR-22]', 13, 'internal', 'Internal error'],
  ['[ERR-23]', 14, 'unavailable', 'The operation is currently unavailable'],
  ['[ERR-24]', 15, 'data_loss', 'Irrecoverable data loss or corruption'],
  ['[ERR-25]', 16, 'unauthenticated', 'Unauthorized'],
  ['[ERR-26]', 4001, 'captcha_required', 'Please enter the verification code'],
  ['[ERR-27]', 4002, 'captcha_invalid', 'Verification code is incorrect'],
  ['[ERR-28]', 4010, 'invalid_password', 'Invalid password'],
  ['[ERR-29]', 4011, 'invalid_status', 'Account is locked. Please try again later'],
  ['[ERR-30]', 4012, 'user_pending', 'Account not activated'],
  ['[ERR-31]', 4013, 'user_blocked', 'Account is locked. Please try again later'],
  ['[ERR-32]', 4014, 'invalid_verification_code', 'Verification code is incorrect'],
  ['[ERR-33]', 4015, 'two_factor_required', 'Need a second verification code'],
  ['[ERR-34]', 4016, 'invalid_two_factor', 'The secondary verification code is incorrect'],
  [
    '[ERR-35]',
    4017,
    'invalid_two_factor_recovery',
    'The secondary verification recovery code is incorrect',
  ],
  ['[ERR-36]', 4018, 'under_review', 'Under review'],
  ['[ERR-37]', 4019, 'provider_error', 'Tripartite unknown error'],
  ['[ERR-38]', 4020, 'validate_required', 'Please enter SMS verification code'],
  ['[ERR-39]', 4021, 'password_reset_required', 'Please try to retrieve the password'],
  [
    '[ERR-40]',
    4022,
    'invalid_account_or_password',
    'Wrong account number or password, please re-enter',
  ],
  ['[ERR-41]', 4023, 'user_not_exist', 'Wrong account number or password, please re-enter'],
  ['[ERR-42]', 4024, 'expired_verification_code', 'Verification code is expired'],
  ['[ERR-43]', 4121, 'invalid_request', 'Invalid request'],
  ['[ERR-44]', 4122, 'unauthorized_client', 'The client is not authorized'],
  ['[ERR-45]', 4123, 'access_denied', 'Access denied'],
  ['[ERR-46]', 4124, 'unsupported_response_type', 'The server is not authorized'],
  ['[ERR-47]', 4125, 'invalid_scope', 'The scope of the request is invalid'],
  ['[ERR-48]', 4126, 'invalid_grant', 'The refresh token is incorrect or expired'],
  ['[ERR-49]', 5026, 'server_error', 'Server error'],
  [
    '[ERR-50]',
    5027,
    'temporarily_unavailable',
    'The authorization service is temporarily unavailable',
  ],
  ['[ERR-51]', 4050, 'authorization_pending', 'Authorization in progress'],
  ['[ERR-52]', 4051, 'slow_down', 'Authorization polling in progress'],
  ['[ERR-53]', 4052, 'expired_token', 'Token expired'],
  ['[ERR-54]', 4031, 'interaction_required', 'Interactive request'],
  ['[ERR-55]', 4032, 'login_required', 'Please log in first'],
  [
    '[ERR-56]',
    4033,
    'account_selection_required',
    'Please select an account to complete authentication',
  ],
  ['[ERR-57]', 4034, 'consent_required', 'Please agree to authorize'],
  ['[ERR-58]', 4035, 'invalid_request_uri', 'Invalid URI'],
  ['[ERR-59]', 4036, 'invalid_request_object', 'Invalid request object'],
  ['[ERR-60]', 4037, 'request_not_supported', 'Invalid request'],
  ['[ERR-61]', 4038, 'request_uri_not_supported', 'The current URI is not supported'],
  ['[ERR-62]', 4039, 'registration_not_supported', 'Signup is not supported'],
  [
    '[ERR-63]',
    50,
    'account_freeze',
    'The account is in the period of cancellation audit and cannot be used',
  ],
  ['[ERR-64]', 38, 'cannot_unlock', 'Account is frozen, please try again later'],
  ['[ERR-65]', 8000, 'unreachable', 'unreachable'],
] as const

test.each(rows)('%s %i is %s and reads %j in English', (_rule, code, name, text) => {
  expect(catalogue[name].code).toBe(code)
  expect(en.error[code]).toBe(text)
})

test('[ERR-9] code 0 is success, which has a text and is not an error', () => {
  expect(en.error[SUCCESS_CODE]).toBe('Operate successfully')
  expect(codes()).not.toContain(SUCCESS_CODE)
})

test.each([
  ['[ERR-66]', 8001, 'local'],
  ['[ERR-67]', 8002, 'local_third_party'],
  ['[ERR-68]', 8003, 'local_provider_account'],
] as const)('%s %i is %s and has a text of ours', (_rule, code, name) => {
  expect(catalogue[name].code).toBe(code)
  expect(en.error[code]).toMatch(/please try/)
})

test('[ERR-7] the client-side names have the numbers 4023, 38 and 50', () => {
  expect(catalogue.user_not_exist.code).toBe(4023)
  expect(catalogue.cannot_unlock.code).toBe(38)
  expect(catalogue.account_freeze.code).toBe(50)
})

test('the catalogue contains exactly these errors, each with a unique number', () => {
  const ours: ErrorName[] = ['local', 'local_third_party', 'local_provider_account']
  const names = [...rows.map(([, , name]) => name), ...ours]
  expect(Object.keys(catalogue).sort()).toEqual(names.sort())
  expect(new Set(codes()).size).toBe(names.length)
})

test('only names of the catalogue are error names', () => {
  expect(isErrorName('invalid_grant')).toBe(true)
  expect(['success', 'toString', '', 16, null, undefined].filter(isErrorName)).toEqual([])
})

function codes(): number[] {
  return Object.values(catalogue).map((entry) => entry.code)
}

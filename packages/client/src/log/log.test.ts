import { ServiceError } from '@awan/protocol/errors'
import { afterEach, expect, test, vi } from 'vitest'
import { LOG_LEVELS } from '../constants.ts'
import { createLog, type LogEntry, type LogLevel, type LogOptions } from './log.ts'

const WRITTEN = ['error', 'warn', 'info', 'debug', 'trace'] as const

afterEach(() => vi.restoreAllMocks())

function setUp(options: LogOptions = { level: 'all' }) {
  const entries: LogEntry[] = []
  return { entries, log: createLog({ write: (entry) => entries.push(entry), ...options }) }
}

test.each<[LogLevel, number]>([
  ['off', 0],
  ['error', 1],
  ['warn', 2],
  ['info', 3],
  ['debug', 4],
  ['trace', 5],
  ['all', 5],
])('[CON-20] at level %s the first %d levels are written', (level, count) => {
  const { entries, log } = setUp({ level })
  for (const name of WRITTEN) log[name](`a ${name}`)
  expect(entries).toEqual(
    WRITTEN.slice(0, count).map((name) => ({ level: name, message: `a ${name}` })),
  )
})

test('[CON-20] the levels are off, error, warn, info, debug, trace and all', () => {
  expect(LOG_LEVELS).toEqual(['off', 'error', 'warn', 'info', 'debug', 'trace', 'all'])
})

test.each([[{}], [{ level: undefined }]])('the default log level is warn: %j', (options) => {
  const { entries, log } = setUp(options)
  log.warn('yes')
  log.info('no')
  expect(entries.map(({ message }) => message)).toEqual(['yes'])
})

test.each<unknown[]>([
  [{ level: 'loud' }],
  [{ level: 'WARN' }],
  [{ level: '__proto__' }],
  [{ level: '' }],
  [{ level: 2 }],
  [{ level: null }],
  [null],
  ['debug'],
])('[CON-20] an unknown level is refused: %j', (options) => {
  expect(() => createLog(options as LogOptions)).toThrow(
    expect.objectContaining({ error: 'local', description: 'wrong options param: log level' }),
  )
})

test('a log writer that is not a function is refused', () => {
  expect(() => createLog({ write: 'console' as never })).toThrow(
    expect.objectContaining({ error: 'local', description: 'wrong options param: log write' }),
  )
})

test.each(WRITTEN)('without a log writer, entries are written to console.%s', (level) => {
  const written = vi.spyOn(console, level).mockImplementation(() => {})
  const log = createLog({ level: 'all' })
  log[level]('100 %s', { attempt: 2 })
  log[level]('bare')
  expect(written.mock.calls).toEqual([
    ['[awan]', '100 %s', { attempt: 2 }],
    ['[awan]', 'bare'],
  ])
})

test('a value under a secret name is hidden in the log, in any letter case and at any depth', () => {
  const { entries, log } = setUp()
  const names = [
    'token',
    'access_token',
    'refreshToken',
    'Password',
    'new_password',
    'client_secret',
    'code',
    'VERIFICATION_CODE',
    'Authorization',
    'cookie',
    'Set-Cookie',
    'sign',
    'x-device-sign',
  ]
  for (const name of names) {
    const secret = { [name]: 's3cret' }
    log.info('x', { ...secret, in: { ...secret, deeper: secret }, list: [secret] })
    log.info('x', { [name]: { value: 's3cret' } })
  }
  expect(JSON.stringify(entries)).not.toContain('s3cret')
  expect(entries[0]?.fields).toEqual({
    token: '[hidden]',
    in: { token: '[hidden]', deeper: { token: '[hidden]' } },
    list: [{ token: '[hidden]' }],
  })
})

test('fields that are not secret are logged, including error codes', () => {
  const { entries, log } = setUp()
  const fields = {
    path: '/v1/user/me',
    attempt: 2,
    error_code: 4126,
    errorCode: 16,
    nothing: null,
    in: { ok: true },
  }
  log.warn('x', fields)
  expect(entries[0]?.fields).toEqual(fields)
})

test('an error is written without the secrets in its details', () => {
  const { entries, log } = setUp()
  const details = [{ '@type': 'x', metadata: { two_factor_token: 's3cret', hint: 'ask' } }]
  const error = new ServiceError('two_factor_required', { description: 'one more', details })
  log.error('x', { error, cause: new TypeError('no network') })
  expect(entries[0]?.fields).toEqual({
    error: {
      error: 'two_factor_required',
      error_code: 4015,
      error_description: 'one more',
      details: [{ '@type': 'x', metadata: { two_factor_token: '[hidden]', hint: 'ask' } }],
    },
    cause: 'TypeError: no network',
  })
})

test('logging does not change the given fields', () => {
  const { log } = setUp()
  const fields = Object.freeze({ token: 't', in: Object.freeze({ password: 'p' }) })
  log.info('x', fields)
  expect(fields).toEqual({ token: 't', in: { password: 'p' } })
})

test('fields that cannot be checked for secrets are hidden as a whole', () => {
  const { entries, log } = setUp()
  const endless: Record<string, unknown> = {}
  endless.again = endless
  const broken = {
    get field() {
      throw new Error('broken')
    },
  }
  for (const fields of [endless, broken, { big: 5n }]) log.info('x', fields)
  expect(entries.map(({ fields }) => fields)).toEqual([
    { fields: '[hidden]' },
    { fields: '[hidden]' },
    { fields: '[hidden]' },
  ])
})

test('a logged __proto__ key changes no prototype', () => {
  const { entries, log } = setUp()
  log.info('x', JSON.parse('{"__proto__":{"isAdmin":true}}'))
  expect(entries[0]?.fields).not.toMatchObject({ isAdmin: true })
})

test('neither a log writer that throws nor missing fields make a log call throw', () => {
  const failing = createLog({
    write() {
      throw new Error('disk full')
    },
  })
  failing.error('x', { a: 1 })
  const { entries, log } = setUp()
  log.error('x', null as never)
  expect(entries).toEqual([{ level: 'error', message: 'x' }])
})

import { expect, test } from 'vitest'
import * as account from './account/index.ts'
import { apiPathPattern, isApiPath, isSharedApiPath } from './api-paths.ts'
import * as drive from './drive/index.ts'

test('every declared endpoint has a path of the API', () => {
  const paths = [...Object.values(account), ...Object.values(drive)].flatMap((each) =>
    typeof each === 'object' && 'method' in each && 'path' in each ? [String(each.path)] : [],
  )
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.filter((path) => !isApiPath(path))).toEqual([])
})

test.each(['/drive', '/drive/v1/files', '/drive?x', '/.well-known/webauthn', '/openapi.json'])(
  '%s belongs to the API, and pages of allowed origins may call it',
  (path) => {
    expect([isApiPath(path), isSharedApiPath(path)]).toEqual([true, true])
  },
)

test.each([
  '/metrics',
  '/docs/api',
  '/dev/outbox',
  '/oauth2/authorize',
  '/oauth2/authorize?client_id=a',
  '/oauth2/end_session/',
])('%s belongs to the API, and no page of another origin may call it', (path) => {
  expect([isApiPath(path), isSharedApiPath(path)]).toEqual([true, false])
})

test.each([
  '/',
  '/drives',
  '/v1x',
  '/device',
  '/files/drive',
  '/openapi-json',
  '/xwell-known/a',
  '',
])('%s does not belong to the API', (path) => {
  expect([isApiPath(path), isSharedApiPath(path)]).toEqual([false, false])
})

test('the exported path pattern matches the same paths', () => {
  const pattern = new RegExp(apiPathPattern)
  expect(['/drive/v1', '/drives'].map((path) => pattern.test(path))).toEqual([true, false])
})

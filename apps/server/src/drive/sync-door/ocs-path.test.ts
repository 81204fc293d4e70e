import { expect, test } from 'vitest'
import { ocsCallOf } from './ocs-path.ts'

test.each([
  ['/ocs/v1.php/cloud/user', 'cloud/user'],
  ['/ocs/v2.php/cloud/user/?format=json', 'cloud/user'],
  ['//ocs//v2.php//cloud/user//#a', 'cloud/user'],
  ['/ocs/v2.php/apps/files_sharing/api/v1/shares/7', 'apps/files_sharing/api/v1/shares/7'],
  ['/ocs/v2.php/', ''],
  ['/ocs/v2.php', ''],
  ['/ocs/v3.php/cloud/user', ''],
  ['/ocs', ''],
])('%s asks for %j', (url, call) => {
  expect(ocsCallOf(url)).toBe(call)
})

test('an address of millions of slashes is read in linear time', () => {
  const slashes = '/'.repeat(2_000_000)
  expect(ocsCallOf(`/ocs/v2.php/a${slashes}b`)).toBe(`a${slashes}b`)
  expect(ocsCallOf(`${slashes}ocs${slashes}v2.php${slashes}a${slashes}`)).toBe('a')
  expect(ocsCallOf(`/ocs${slashes}`)).toBe('')
})

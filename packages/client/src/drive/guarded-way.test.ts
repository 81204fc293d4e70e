import { expect, test } from 'vitest'
import { isGuardedWay } from './guarded-way.ts'

test.each([
  'https://drive.example.org',
  'https://drive.example.org:8443/behind/a/proxy',
  'HTTPS://DRIVE.EXAMPLE.ORG',
  'http://localhost:8080',
  'http://drive.localhost',
  'http://127.0.0.1:8080',
  'http://127.1',
  'http://[::1]:8080',
  '',
])('the connection to %j detects damaged data', (origin) => {
  expect(isGuardedWay({ origins: [origin] })).toBe(true)
})

test.each([
  'http://drive.example.org',
  'http://192.168.1.20:8080',
  'http://127.0.0.1.example.org',
  'http://localhost.example.org',
  'http://notlocalhost',
  'http://[::2]',
])('the connection to %j does not detect damaged data', (origin) => {
  expect(isGuardedWay({ origins: [origin] })).toBe(false)
})

test('with several origins every connection must detect damaged data, because a retry may use any of them', () => {
  const tls = 'https://drive.example.org'
  expect(isGuardedWay({ origins: [tls, 'http://localhost'] })).toBe(true)
  expect(isGuardedWay({ origins: [tls, 'http://drive.example.org'] })).toBe(false)
})

import { expect, test } from 'vitest'
import { readUserAgent } from './user-agent.ts'

const agents = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
    { browser: 'Chrome', os: 'Windows' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36 Edg/147.0.0.0',
    { browser: 'Edge', os: 'Windows' },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    { browser: 'Safari', os: 'macOS' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    { browser: 'Safari', os: 'iOS' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; SM-S938N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
    { browser: 'Samsung Internet', os: 'Android' },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
    { browser: 'Firefox', os: 'Linux' },
  ],
  ['node', { browser: 'Node.js' }],
  ['', {}],
  ['<script>alert(1)</script>', {}],
] as const

test.each(agents)('browser and system are read from the user agent %s', (userAgent, family) => {
  expect(readUserAgent(userAgent)).toEqual(family)
})

test('a missing user agent gives no browser and no system', () => {
  expect(readUserAgent(null)).toEqual({})
})

test('[DEV-6] [CON-18] a user agent is not read beyond 500 characters', () => {
  expect(readUserAgent(`${'x'.repeat(488)} curl Edg/1`)).toEqual({ browser: 'Edge' })
  expect(readUserAgent(`${'x'.repeat(500)} Edg/1 Windows`)).toEqual({})
})

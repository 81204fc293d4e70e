import { expect, test } from 'vitest'
import { parseUserAgent } from './user-agent.ts'

const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/147.0.0.0 Safari/537.36`
const MAC = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/26.1 Safari/605.1.15`
const PHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) ${APPLE}`
const ANDROID = `Mozilla/5.0 (Linux; Android 10; K) ${KHTML} Chrome/147.0.0.0 Mobile Safari/537.36`

test.each([
  [WINDOWS, 'Chrome', '147.0.0.0', false],
  [`${WINDOWS} Edg/147.0.3210.1`, 'Edge', '147.0.3210.1', false],
  [`${WINDOWS} OPR/130.0.0.0`, 'Opera', '130.0.0.0', false],
  [MAC, 'Safari', '26.1', false],
  [`${PHONE} Version/26.1 Mobile/15E148 Safari/604.1`, 'Safari', '26.1', true],
  [`${PHONE} CriOS/147.0.1.2 Mobile/15E148 Safari/604.1`, 'Chrome', '147.0.1.2', true],
  [`${PHONE} FxiOS/150.0 Mobile/15E148 Safari/604.1`, 'Firefox', '150.0', true],
  [ANDROID, 'Chrome', '147.0.0.0', true],
  [ANDROID.replace('Mobile ', ''), 'Chrome', '147.0.0.0', true],
  [ANDROID.replace('Chrome', 'SamsungBrowser/28.0 Chrome'), 'Samsung', '28.0', true],
  [`${ANDROID} MicroMessenger/8.0.60`, 'WeChat', '8.0.60', true],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
    'Firefox',
    '150.0',
    false,
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KHTML} Chrome/147.0.0.0 Safari/537.36`,
    'Chrome',
    '147.0.0.0',
    false,
  ],
])('%s is %s %s, mobile: %s', (text, browser, version, isMobile) => {
  expect(parseUserAgent(text)).toEqual({ browser, version, isMobile })
})

test.each([
  [''],
  ['Node.js/24'],
  ['Chrome/'],
  ['Chrome/x'],
  ['NotChrome/1.0'],
  ['__proto__'],
  [undefined],
  [null],
  [{ slice: 1 }],
])('%j is an unknown browser', (text) => {
  const unknown = { browser: '', version: '', isMobile: false }
  expect(parseUserAgent(text as string)).toEqual(unknown)
})

test('[DEV-6] [CON-18] a user agent is not read beyond 500 characters', () => {
  const name = ' Chrome/147.0.0.0'
  expect(parseUserAgent('x'.repeat(500 - name.length) + name).browser).toBe('Chrome')
  expect(parseUserAgent(`${'x'.repeat(500)}${name}`).browser).toBe('')
  expect(parseUserAgent(`${'x'.repeat(1_000_000)}${name}`).browser).toBe('')
  expect(parseUserAgent(`Chrome/${'1.'.repeat(500_000)}`).version.length).toBeLessThanOrEqual(32)
})

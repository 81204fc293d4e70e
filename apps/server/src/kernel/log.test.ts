import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createTerminalLog } from './terminal-log.ts'

test('the log hides secrets by field name at any depth, and shows the rest', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  log.info({ password: 's3cret', body: { user: 'ana', list: [{ Refresh_Token: 's3cret' }] } }, 'x')
  log.error({ err: new Error('broken'), cookie: 's3cret' }, 'y')
  expect(lines.join('')).not.toContain('s3cret')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'x', body: { user: 'ana' } })
  expect(JSON.parse(lines[1] ?? '').err).toMatchObject({ message: 'broken' })
})

test('the log cuts off a circular object', () => {
  const lines: string[] = []
  const endless: Record<string, unknown> = {}
  endless.again = endless
  createLog('info', { write: (line) => lines.push(line) }).info(endless, 'x')
  expect(lines[0]).toContain('[deep]')
})

test('the log prints short lines on a terminal', () => {
  const printed: string[] = []
  const log = createLog(
    'info',
    createTerminalLog((text) => printed.push(text)),
  )
  log.info({ method: 'GET', url: '/v1/user/me', status: 200, ms: 1.5, address: '::1' }, 'request')
  log.warn({ part: 'blobs' }, 'not ready')
  log.error({ err: new Error('broken') }, 'request failed')
  expect(printed[0]).toMatch(/^\d\d:\d\d:\d\d {2}GET \/v1\/user\/me {2}200 {2}1\.5 ms$/)
  expect(printed[1]).toMatch(/warn: not ready part="blobs"$/)
  expect(printed[2]).toMatch(/error: request failed\nError: broken\n/)
})

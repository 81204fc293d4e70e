import { MAX_FETCHED_AT_ONCE } from '@awan/protocol/web-address'
import { expect, test } from 'vitest'
import { readAddresses } from './read-addresses.ts'

test('each line is an address, and empty lines are none', () => {
  expect(readAddresses('\n https://example.org/a.iso \r\n\nhttp://example.org/b\n')).toEqual({
    urls: ['https://example.org/a.iso', 'http://example.org/b'],
    lines: [2, 4],
  })
})

test('the first line that is no address is named', () => {
  const good = 'https://example.org/a'
  expect(readAddresses(`${good}\n\nexample.org`)).toEqual({ problem: 'form', line: 3 })
  expect(readAddresses('ftp://example.org')).toEqual({ problem: 'protocol', line: 1 })
  expect(readAddresses('https://example.org:22')).toEqual({ problem: 'port', line: 1 })
})

test('there is one address at least, and not too many', () => {
  const lines = (count: number) => 'https://example.org/\n'.repeat(count)
  expect(readAddresses(' \n')).toEqual({ problem: 'none' })
  expect(readAddresses(lines(MAX_FETCHED_AT_ONCE))).toMatchObject({ lines: expect.anything() })
  expect(readAddresses(lines(MAX_FETCHED_AT_ONCE + 1))).toEqual({ problem: 'many' })
})

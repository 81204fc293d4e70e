import { expect, test } from 'vitest'
import { isLoopbackAddress, isPrivateAddress } from './private-network.ts'

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '::7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:53aa:64c::',
  'fc00::1',
  'fdff::1',
  'fe80::1',
  'ff02::1',
  'example.org',
  '',
])('the address %j counts as private', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

test.each(['1.1.1.1', '93.184.215.14', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])(
  'the address %j is public',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  },
)

test('an IPv4 address in IPv6 notation is recognised', () => {
  expect(isLoopbackAddress('::ffff:127.0.0.1')).toBe(true)
  expect(isLoopbackAddress('::1')).toBe(true)
  expect(isLoopbackAddress('::ffff:10.0.0.1')).toBe(false)
})

import { BlockList, isIP, isIPv6 } from 'node:net'

/**
 * Whether an address is not public: this machine, its networks, and all addresses that no public
 * server can have. People who can name an address that we call must not reach these through us.
 */
export function isPrivateAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 0) return true
  return kind === 6 ? private6.check(address, 'ipv6') : private4.check(address, 'ipv4')
}

export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** The special-purpose registry of IANA, and all from multicast upwards. */
const private4 = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  private4.addSubnet(network, bits, 'ipv4')
}

/** Everything that is not global unicast, and those parts of it that lead back to IPv4 or nowhere. */
const private6 = new BlockList()
for (const [network, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  private6.addSubnet(network, bits, 'ipv6')
}

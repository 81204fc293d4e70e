import { isIPv6 } from 'node:net'

/**
 * What one caller can freely choose from counts as one: a host owns a whole /64 of IPv6 addresses, so
 * that counting single ones would count nothing.
 */
export function networkOf(address: string): string {
  return prefixOf(address, 4)
}

/** A site has 65,536 networks of IPv6; together they may do as much as this many: an office has several, a caller one. */
const NETWORKS_PER_SITE = 8

/** For what a call is counted, and how many times the limit of one network each of them has. */
export function countedNetworks(address: string): { name: string; times: number }[] {
  const network = { name: networkOf(address), times: 1 }
  const site = prefixOf(address, 3)
  return site.endsWith('::/48') ? [network, { name: site, times: NETWORKS_PER_SITE }] : [network]
}

/** Some proxies tell the port of their caller too, which is another one with each connection. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/

function prefixOf(told: string, length: 3 | 4): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(told) ?? []
  const address = ipv6 ?? ipv4 ?? told
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':')
    while (groups.length + after.length < 8) groups.push('0')
    groups.push(...after)
  }
  return `${groups
    .slice(0, length)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/${length * 16}`
}

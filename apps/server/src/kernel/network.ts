import { isIPv6 } from 'node:net'

/**
 * What one caller can freely choose from counts as one: a host owns a whole /64 of IPv6 addresses, so
 * that counting single ones would count nothing.
 */
export function networkOf(address: string): string {
  return prefixOf(address, 4)
}

/** What a site is given, with its 65,536 networks; undefined where there is nothing above a single one. */
export function siteOf(address: string): string | undefined {
  const site = prefixOf(address, 3)
  return site.endsWith('::/48') ? site : undefined
}

function prefixOf(address: string, length: 3 | 4): string {
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

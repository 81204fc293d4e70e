import { isIP } from 'node:net'
import { isLoopbackAddress, isPrivateAddress } from '../private-network.ts'

/** Where requests of the server may lead, beside the public internet by https. */
export interface Reach {
  /** All that a browser opens: plain http too, and of the ports only those of the web. */
  web?: boolean
  /** Plain http to this very machine: for developers. */
  loopback: boolean
  /** Addresses of private networks, by https; http too on this machine. */
  privateNetworks: boolean
  /** Hosts, with their ports, that the operator's own settings name: wherever they are. */
  ownHosts?: ReadonlySet<string>
}

/** What keeps an address from being called, as far as its text tells; undefined when nothing does. */
export function findReachProblem(url: URL, reach: Reach): string | undefined {
  if (reach.web && !isWebPort(url)) return 'leads to a port that is not of the web'
  const isPlain = url.protocol === 'http:' && (reach.web || mayBePlain(url, reach))
  if (url.protocol !== 'https:' && !isPlain) return 'must begin with https://'
  const host = hostOf(url)
  if (isIP(host) !== 0 && !mayConnect(host, url, reach)) return 'leads into a private network'
  return undefined
}

/** Whether a connection for this URL may be made to this address, to which its host was resolved. */
export function mayConnect(address: string, url: URL, reach: Reach): boolean {
  if (reach.privateNetworks || reach.ownHosts?.has(url.host)) return true
  if (!isPrivateAddress(address)) return true
  return reach.loopback && isLoopbackHost(url) && isLoopbackAddress(address)
}

function mayBePlain(url: URL, { loopback, privateNetworks, ownHosts }: Reach): boolean {
  if (ownHosts?.has(url.host)) return true
  return isLoopbackHost(url) && (loopback || privateNetworks)
}

/** Not those on which other services of a system listen, such as mail. */
function isWebPort({ port }: URL): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) > 1024
}

function isLoopbackHost(url: URL): boolean {
  return url.hostname === 'localhost' || isLoopbackAddress(hostOf(url))
}

/** A URL writes IPv6 addresses in brackets. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

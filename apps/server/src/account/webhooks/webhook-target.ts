import { lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { ServiceError } from '@awan/protocol/errors'
import { isLoopbackAddress, isPrivateAddress } from '../../kernel/private-network.ts'

/** Where webhooks may lead. */
export interface WebhookReach {
  /** Plain http to this very machine: for developers. */
  loopback: boolean
  /** Addresses of private networks, by https; http too on this machine. */
  privateNetworks: boolean
}

export type Sent = { kind: 'answered'; status: number } | { kind: 'failed'; problem: string }

const TIMEOUT_MS = 15_000
const MAX_URL_LENGTH = 2048

/** Throws `invalid_argument` for an address that no webhook may lead to, as far as its text tells. */
export function checkWebhookUrl(text: string, reach: WebhookReach): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || text.length > MAX_URL_LENGTH) throw badUrl('is not an absolute address')
  if (url.username !== '' || url.password !== '') throw badUrl('must not contain a password')
  if (url.hash !== '' || text.includes('#')) throw badUrl('must not have a fragment')
  const isHere = isLoopbackHost(url)
  const isPlainHere =
    url.protocol === 'http:' && isHere && (reach.loopback || reach.privateNetworks)
  if (url.protocol !== 'https:' && !isPlainHere) throw badUrl('must begin with https://')
  const host = hostOf(url)
  if (isIP(host) !== 0 && !mayReach(host, url, reach)) throw badUrl('leads into a private network')
  return url.href
}

/**
 * Posts once and follows nobody. The addresses are judged at the moment of connecting, when the name
 * was resolved for this very connection: a name that changes its mind in between gains nothing.
 */
export function postToWebhook(
  target: { url: string; headers: Record<string, string>; body: string },
  reach: WebhookReach,
  timeoutMs = TIMEOUT_MS,
): Promise<Sent> {
  const url = new URL(target.url)
  const host = hostOf(url)
  if (isIP(host) !== 0 && !mayReach(host, url, reach)) return Promise.resolve(refused)
  const post = url.protocol === 'https:' ? httpsRequest : httpRequest
  const body = Buffer.from(target.body)
  return new Promise((resolve) => {
    const request = post(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        'user-agent': 'awan-webhooks',
        ...target.headers,
      },
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      lookup: createGuardedLookup(url, reach),
    })
    request.on('response', (answer: IncomingMessage) => {
      resolve({ kind: 'answered', status: answer.statusCode ?? 0 })
      // What it says further is nobody's business here.
      answer.destroy()
    })
    request.on('error', (error: NodeJS.ErrnoException) => resolve(toFailure(error)))
    request.end(body)
  })
}

const REFUSED = 'ERR_PRIVATE_NETWORK'
const refused = { kind: 'failed', problem: 'refused: leads into a private network' } as const

function createGuardedLookup(url: URL, reach: WebhookReach): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      if (addresses.some(({ address }) => !mayReach(address, url, reach))) {
        return callback(Object.assign(new Error(refused.problem), { code: REFUSED }), '', 0)
      }
      if (options.all) return callback(null, addresses)
      callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0)
    })
  }
}

function mayReach(address: string, url: URL, reach: WebhookReach): boolean {
  if (reach.privateNetworks || !isPrivateAddress(address)) return true
  return reach.loopback && isLoopbackHost(url) && isLoopbackAddress(address)
}

function isLoopbackHost(url: URL): boolean {
  return url.hostname === 'localhost' || isLoopbackAddress(hostOf(url))
}

/** A URL writes IPv6 addresses in brackets. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/** Short words for the log of deliveries; nothing of an answer is repeated. */
function toFailure(error: NodeJS.ErrnoException): Sent {
  if (error.code === REFUSED) return refused
  if (error.name === 'AbortError' || error.name === 'TimeoutError') {
    return { kind: 'failed', problem: 'no answer in time' }
  }
  return { kind: 'failed', problem: `not reached: ${error.code ?? error.name}` }
}

function badUrl(what: string): ServiceError {
  return new ServiceError('invalid_argument', { description: `the address of a webhook ${what}` })
}

import { headers as names, PROTOCOL_VERSION, SDK_VERSION } from '@awan/protocol'
import { DEFAULT_TIMEOUT_MS, MIN_TIMEOUT_MS } from '../constants.ts'
import { type ClientInfo, toInfoHeaders } from '../runtime/client-info.ts'
import { createHexId } from '../runtime/hex-id.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { checked, wrongParam } from '../wrong-param.ts'
import type { BinaryBody, Call } from './call.ts'
import type { WireRequest } from './send.ts'

/** Who asks. */
export interface Sender {
  runtime: Pick<Runtime, 'randomBytes'>
  clientId: string
  deviceId: () => string
  locale: () => string
  /** What else it says about itself. */
  info?: () => ClientInfo
}

/** The part of a request that is the same at every attempt and every origin. */
export type PreparedRequest = Pick<
  WireRequest,
  'method' | 'headers' | 'body' | 'timeoutMs' | 'signal'
>

/** Checks what a caller has said; nonsense is a local error, and nothing is sent. */
export function prepareRequest(call: Call, sender: Sender): PreparedRequest {
  const { method = 'GET', signal } = call
  if (!/^(GET|HEAD|POST|PUT|PATCH|DELETE)$/.test(method)) throw wrongParam('method')
  checkSignal(signal)
  const { body, contentType } = toBody(call.body)
  if (body !== undefined && /^(GET|HEAD)$/.test(method)) throw wrongParam('body')
  const headers = checked('headers', () => {
    const all = new Headers({
      ...toInfoHeaders(sender.info?.() ?? {}),
      accept: 'application/json',
      'accept-language': sender.locale(),
      'content-type': contentType,
      [names.clientId]: sender.clientId,
      [names.sdkVersion]: SDK_VERSION,
      [names.protocolVersion]: PROTOCOL_VERSION,
      [names.deviceId]: sender.deviceId(),
      [names.requestId]: call.requestId ?? createHexId(sender.runtime),
    })
    new Headers(call.headers).forEach((value, name) => {
      all.set(name, value)
    })
    return all
  })
  return { method, headers, body, timeoutMs: toTimeout(call.timeoutMs), signal }
}

/** By its looks: a signal from another frame is of another class. */
export function checkSignal(signal: AbortSignal | null | undefined): void {
  const isSignal = typeof signal?.aborted === 'boolean' && 'addEventListener' in signal
  if (signal !== undefined && signal !== null && !isSignal) throw wrongParam('signal')
}

/** REQ-16; longer than this a timer cannot wait, and would fire at once. */
function toTimeout(timeoutMs: number | undefined): number {
  return typeof timeoutMs === 'number' && timeoutMs >= MIN_TIMEOUT_MS
    ? Math.min(timeoutMs, MAX_TIMER_MS)
    : DEFAULT_TIMEOUT_MS
}

const MAX_TIMER_MS = 2 ** 31 - 1

/** REQ-8: what is not bytes is JSON, also where there is nothing to say. */
function toBody(body: unknown): { body: BinaryBody | string | undefined; contentType: string } {
  if (body instanceof Uint8Array || body instanceof Blob) {
    return { body: body as BinaryBody, contentType: 'application/octet-stream' }
  }
  // REQ-9: a text is taken for JSON that somebody has written already.
  const text = typeof body === 'string' ? body : checked('body', () => JSON.stringify(body))
  if (body !== undefined && text === undefined) throw wrongParam('body')
  return { body: text, contentType: 'application/json' }
}

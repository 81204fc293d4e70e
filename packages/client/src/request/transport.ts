import { headers as names, PROTOCOL_VERSION, SDK_VERSION } from '@awan/protocol'
import { isServiceError } from '@awan/protocol/errors'
import { DEFAULT_TIMEOUT_MS, MIN_TIMEOUT_MS } from '../constants.ts'
import { createHexId } from '../device/hex-id.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { fillPath, toQueryString, toUrl } from './address.ts'
import type { BinaryBody, Call } from './call.ts'
import { interpretAnswer, type WireAnswer } from './interpret.ts'
import { createOrigins } from './origins.ts'
import { checkRetry, withRetry } from './retry.ts'
import { send } from './send.ts'

export interface TransportOptions {
  runtime: Runtime
  origins: readonly string[]
  clientId: string
  deviceId: () => string
  locale: () => string
}

/** Carries calls to the API: headers, origins, retries. It knows no person. */
export interface Transport {
  /** For an answer in JSON. */
  request(call: Call): Promise<object>
  /** For an answer in bytes: resolves with the headers, the body is still on its way. */
  open(call: Call): Promise<Response>
}

export function createTransport(options: TransportOptions): Transport {
  const { runtime } = options
  const origins = createOrigins(options.origins)

  async function carry<T>(
    call: Call,
    read: (response: Response) => Promise<T>,
    interpret: (answer: T, path: string) => object,
  ): Promise<object> {
    const path = fillPath(call.path, call.params)
    const retry = checkRetry(call.retry)
    const timeoutMs = toTimeout(call.timeoutMs)
    const { body, contentType } = toBody(call.body)
    const headers = {
      accept: 'application/json',
      'accept-language': options.locale(),
      'content-type': contentType,
      [names.clientId]: options.clientId,
      [names.sdkVersion]: SDK_VERSION,
      [names.protocolVersion]: PROTOCOL_VERSION,
      [names.deviceId]: options.deviceId(),
      [names.requestId]: call.requestId ?? createHexId(runtime),
      ...call.headers,
    }
    return withRetry(runtime, { retry, path, signal: call.signal }, async () => {
      const origin = origins.current()
      const url = toUrl(origin, path + toQueryString(call.query))
      try {
        const answer = await send(
          runtime,
          {
            method: call.method ?? 'GET',
            url,
            path,
            headers,
            body,
            timeoutMs,
            signal: call.signal,
          },
          read,
        )
        return interpret(answer, path)
      } catch (error) {
        if (isServiceError(error, 'internal', 'unreachable')) origins.leave(origin)
        throw error
      }
    })
  }

  return {
    request: (call) => carry(call, readText, interpretAnswer),
    open: (call) =>
      carry(
        call,
        async (response) => (response.ok ? response : readText(response)),
        (answer, path) => (isWireAnswer(answer) ? interpretAnswer(answer, path) : answer),
      ) as Promise<Response>,
  }
}

async function readText(response: Response): Promise<WireAnswer> {
  return { status: response.status, text: await response.text() }
}

function isWireAnswer(answer: WireAnswer | Response): answer is WireAnswer {
  return typeof answer.text === 'string'
}

function toTimeout(timeoutMs: number | undefined): number {
  return typeof timeoutMs === 'number' && timeoutMs >= MIN_TIMEOUT_MS
    ? timeoutMs
    : DEFAULT_TIMEOUT_MS
}

/** REQ-8: what is not bytes is JSON, also where there is nothing to say. */
function toBody(body: unknown): {
  body: BinaryBody | string | undefined
  contentType: string
} {
  if (body instanceof Uint8Array || body instanceof Blob) {
    return { body: body as BinaryBody, contentType: 'application/octet-stream' }
  }
  return {
    body: body === undefined ? undefined : JSON.stringify(body),
    contentType: 'application/json',
  }
}

import { headers as names } from '@awan/protocol'
import type { Log } from '../log/log.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { wrongParam } from '../wrong-param.ts'
import { toAddress, withoutQuery } from './address.ts'
import type { Call } from './call.ts'
import { interpretAnswer, type WireAnswer } from './interpret.ts'
import { createOrigins } from './origins.ts'
import { prepareRequest, type Sender } from './prepare-request.ts'
import { readAnswer } from './read-answer.ts'
import { checkRetry, isServerFailure, withRetry } from './retry.ts'
import { send } from './send.ts'

export interface TransportOptions extends Sender {
  runtime: Runtime
  origins: readonly string[]
  log?: Log
  /** Told of each answer of a configured origin, before it is read: its Date tells the server's time. */
  onAnswer?: (answer: { date: string | null; sentAtMs: number; receivedAtMs: number }) => void
}

/** Carries calls to the API: headers, origins, retries. It knows no person. */
export interface Transport {
  /** For an answer in JSON. */
  request(call: Call): Promise<object>
  /** For an answer in bytes: resolves with the headers, the body is still on its way. */
  open(call: Call): Promise<Response>
}

export function createTransport(options: TransportOptions): Transport {
  const { runtime, log, onAnswer } = options
  const origins = createOrigins(options.origins)

  async function carry<T>(
    call: Call,
    redirect: 'follow' | 'manual',
    read: (response: Response) => Promise<T>,
    interpret: (answer: T, path: string) => object,
  ): Promise<object> {
    const retry = checkRetry(call.retry)
    const { path, target, isFull } = toAddress(call)
    const prepared = prepareRequest(call, options)
    const { method, headers, signal } = prepared
    const isForeign = isFull && !origins.isOwn(target)
    // What lets one in here is not for others to see.
    if (isForeign && PRIVATE.some((name) => headers.has(name))) throw wrongParam('auth')

    return withRetry(runtime, { retry, path, signal }, async () => {
      const origin = isFull ? '' : origins.current()
      const sentAtMs = runtime.now()
      let status: number | undefined
      try {
        const answer = await send(
          runtime,
          { ...prepared, path, redirect, url: origin + target },
          (response) => {
            status = response.status
            const date = response.headers.get('date')
            if (!isForeign) onAnswer?.({ date, sentAtMs, receivedAtMs: runtime.now() })
            return read(response)
          },
        )
        return interpret(answer, path)
      } catch (error) {
        if (!isFull && isServerFailure(error) && origins.leave(origin)) {
          log?.warn('an origin failed, trying the next one', { origin, error: error.error })
        }
        throw error
      } finally {
        log?.debug('request', {
          method,
          // As declared: what fills it may be a secret link.
          path: isFull ? path : withoutQuery(call.path),
          status,
          ms: runtime.now() - sentAtMs,
          requestId: headers.get(names.requestId),
          origin: isFull ? new URL(target).origin : origin,
        })
      }
    })
  }

  const readHere = (response: Response) => readAnswer(response, runtime.now())
  return {
    // A redirect would carry a password on to wherever it points.
    request: (call) => carry(call, 'manual', readHere, interpretAnswer),
    open: (call) =>
      carry(
        call,
        'follow',
        async (response) => (response.ok ? response : readHere(response)),
        (answer, path) => (isWireAnswer(answer) ? interpretAnswer(answer, path) : answer),
      ) as Promise<Response>,
  }
}

const PRIVATE = ['authorization', names.sudoToken]

function isWireAnswer(answer: WireAnswer | Response): answer is WireAnswer {
  return typeof answer.text === 'string'
}

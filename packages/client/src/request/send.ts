import { ServiceError } from '@awan/protocol/errors'
import type { Runtime } from '../runtime/runtime.ts'
import { cancelled, throwIfCancelled } from '../runtime/wait.ts'
import type { BinaryBody } from './call.ts'

export interface WireRequest {
  method: string
  url: string
  /** What an error names as its place. */
  path: string
  headers: Headers
  body: BinaryBody | string | undefined
  redirect: 'follow' | 'manual'
  timeoutMs: number
  signal: AbortSignal | undefined
}

/**
 * Puts one request on the wire and reads its answer, both within the timeout. It does not know what
 * an answer means: whatever keeps the answer from arriving whole is `unreachable`.
 */
export async function send<T>(
  runtime: Pick<Runtime, 'fetch' | 'startTimer'>,
  request: WireRequest,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { method, url, path, headers, body, redirect, timeoutMs, signal } = request
  throwIfCancelled(signal, path)
  const controller = new AbortController()
  const abort = () => controller.abort()
  // The fetch of some shells does not know what a signal is: the caller gets free all the same.
  const aborted = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
  })
  const stopTimer = runtime.startTimer(timeoutMs, abort)
  signal?.addEventListener('abort', abort)
  try {
    const answered = runtime.fetch(url, {
      method,
      headers,
      mode: 'cors',
      redirect,
      // Through its cache a browser lets the same call of another tab wait for this one, and answers a
      // range with the part that it has of an older content.
      cache: redirect === 'manual' || headers.has('range') ? 'no-store' : 'default',
      signal: controller.signal,
      ...(body === undefined ? {} : { body }),
    })
    return await Promise.race([aborted, answered.then(read)])
  } catch (cause) {
    if (signal?.aborted) throw cancelled(signal, path)
    throw new ServiceError('unreachable', {
      description: `request timeout (${timeoutMs}ms)`,
      uri: path,
      // An address that cannot be parsed is repeated by the platform, with the secrets in its query.
      cause: String(cause).includes(url) ? undefined : cause,
    })
  } finally {
    stopTimer()
    signal?.removeEventListener('abort', abort)
  }
}

import { ServiceError } from '@awan/protocol/errors'
import type { Runtime } from '../runtime/runtime.ts'
import { cancelled, throwIfCancelled } from '../runtime/wait.ts'
import type { BinaryBody } from './call.ts'

export interface WireRequest {
  method: string
  url: string
  /** What an error names as its place. */
  path: string
  headers: Record<string, string>
  body: BinaryBody | string | undefined
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
  const { method, url, path, headers, body, timeoutMs, signal } = request
  throwIfCancelled(signal, path)
  const controller = new AbortController()
  const abort = () => controller.abort()
  const stopTimer = runtime.startTimer(timeoutMs, abort)
  signal?.addEventListener('abort', abort)
  try {
    const response = await runtime.fetch(url, {
      method,
      headers,
      mode: 'cors',
      signal: controller.signal,
      ...(body === undefined ? {} : { body }),
    })
    return await read(response)
  } catch (cause) {
    if (signal?.aborted) throw cancelled(signal, path)
    throw new ServiceError('unreachable', {
      description: `request timeout (${timeoutMs}ms)`,
      uri: path,
      cause,
    })
  } finally {
    stopTimer()
    signal?.removeEventListener('abort', abort)
  }
}

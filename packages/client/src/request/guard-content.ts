import { ServiceError } from '@awan/protocol/errors'
import type { Runtime } from '../runtime/runtime.ts'
import { cancelled } from '../runtime/wait.ts'

/** A download may take hours, but not be silent for longer than this. */
export const IDLE_MS = 60_000

/**
 * Watches the body of a download: silence, a connection that ends too soon and the caller's signal
 * each end it with an error of ours. Only waiting for the network counts, not waiting for the reader.
 */
export function guardContent(
  runtime: Pick<Runtime, 'startTimer'>,
  response: Response,
  signal: AbortSignal | undefined,
): Response {
  const reader = response.body?.getReader()
  if (!reader) return response
  const path = response.url && new URL(response.url).pathname
  let ended: ServiceError | undefined

  function end(error: ServiceError): void {
    ended ??= error
    signal?.removeEventListener('abort', onAbort)
    // A body that has failed already cannot be cancelled any more; its error is told by `read`.
    reader?.cancel(error).catch(() => {})
  }
  function unreachable(cause?: unknown): ServiceError {
    return new ServiceError('unreachable', {
      description: `request timeout (${IDLE_MS}ms)`,
      uri: path,
      cause,
    })
  }
  const onAbort = () => end(cancelled(signal, path))
  signal?.addEventListener('abort', onAbort)
  if (signal?.aborted) onAbort()

  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const stopTimer = runtime.startTimer(IDLE_MS, () => end(unreachable()))
        try {
          const { done, value } = await reader.read()
          if (ended) throw ended
          if (done) {
            signal?.removeEventListener('abort', onAbort)
            controller.close()
          } else controller.enqueue(value)
        } catch (cause) {
          controller.error(ended ?? unreachable(cause))
        } finally {
          stopTimer()
        }
      },
      async cancel(reason) {
        signal?.removeEventListener('abort', onAbort)
        await reader.cancel(reason)
      },
    },
    // Nothing is read ahead of the reader.
    { highWaterMark: 0 },
  )
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

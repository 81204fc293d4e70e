import type { OfficeReply, OfficeRequest } from './office-worker.ts'
import { OfficeProblem } from './package/office-problem.ts'
import type { OfficeAnswer } from './read-office.ts'

/** A document that takes longer was made to, or is too much for this device. */
const MAX_READING_MS = 30_000

/** Each question has a worker of its own, which ends with it. */
export async function askWorker(
  request: OfficeRequest,
  signal: AbortSignal,
): Promise<OfficeAnswer> {
  const worker = new Worker(new URL('./office-worker.ts', import.meta.url), { type: 'module' })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<OfficeAnswer>((resolve, reject) => {
      timer = setTimeout(() => reject(new OfficeProblem('large', 'too slow')), MAX_READING_MS)
      worker.onmessage = ({ data }: MessageEvent<OfficeReply>) => {
        if ('value' in data) resolve(data.value)
        else reject(new OfficeProblem(data.problem, 'said the worker'))
      }
      worker.onerror = () => reject(new Error('what reads documents did not arrive'))
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      worker.postMessage(request)
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}

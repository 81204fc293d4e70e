import { ServiceError } from '@awan/protocol/errors'

const PATIENCE_MS = 30_000

/** A program that speaks WebDAV: what it is not answered with success is an error like those of our client. */
export async function davCall(url: string, init: RequestInit): Promise<true> {
  let answer: Response
  try {
    answer = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) })
    await answer.arrayBuffer()
  } catch (cause) {
    throw new ServiceError('unreachable', { description: String(cause) })
  }
  if (answer.ok) return true
  const error = answer.status >= 500 || answer.status === 408 ? 'unavailable' : 'invalid_argument'
  throw new ServiceError(error, { description: `${init.method}: ${answer.status}` })
}

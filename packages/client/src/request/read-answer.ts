import type { WireAnswer } from './interpret.ts'
import { readRetryAfterMs } from './retry-after.ts'

/** No answer in JSON is longer than this, in characters; what comes behind it is not read. */
export const MAX_ANSWER_LENGTH = 8 * 1024 * 1024

export async function readAnswer(response: Response, nowMs: number): Promise<WireAnswer> {
  return {
    status: response.status,
    text: await readText(response),
    retryAfterMs: readRetryAfterMs(response.headers, nowMs),
  }
}

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  // Not every webview streams.
  if (!reader) return response.text()
  // It also takes away a byte order mark.
  const decoder = new TextDecoder()
  let text = ''
  while (text.length <= MAX_ANSWER_LENGTH) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
  }
  // Nobody waits for the rest; that it cannot be stopped either is no news.
  reader.cancel().catch(() => {})
  return text
}

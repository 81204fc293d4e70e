import { wrongParam } from '../wrong-param.ts'
import type { IncomingMessage, MessageTarget, WindowMessage } from './window-port.ts'

/** MSG-1: the flag that tells our messages from those of other scripts on the same window. */
const MARKER = 'awan_message'

export function writeMessage(type: string, data: unknown): string {
  try {
    return JSON.stringify({ [MARKER]: true, type, data })
  } catch (cause) {
    throw wrongParam('data', cause)
  }
}

/** MSG-2: undefined unless an allowed origin sent it, and it is one of ours. */
export function readMessage(
  { data: text, origin, source }: WindowMessage,
  allowedOrigins: ReadonlySet<string>,
): IncomingMessage | undefined {
  if (!allowedOrigins.has(origin) || typeof text !== 'string') return undefined
  const { [MARKER]: marker, type, data } = parse(text)
  if (marker !== true || typeof type !== 'string') return undefined
  return { type, data, origin, source: (source ?? null) as MessageTarget | null }
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

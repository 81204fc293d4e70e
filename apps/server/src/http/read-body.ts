import { ServiceError } from '@awan/protocol/errors'

/**
 * Reads a small body into an object. Liberal on what it takes: a JSON object whatever the content
 * type says, no body as an empty object, and a form where the endpoint allows one.
 */
export function readBody(raw: Buffer, options: { form: boolean }): Record<string, unknown> {
  if (raw.length === 0) return {}
  const text = decodeUtf8(raw).trim()
  if (text === '') return {}
  if (options.form && !text.startsWith('{')) return Object.fromEntries(new URLSearchParams(text))
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ServiceError('invalid_argument', { description: 'the body must be a JSON object' })
  }
  return value as Record<string, unknown>
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decodeUtf8(raw: Buffer): string {
  try {
    return utf8.decode(raw)
  } catch (cause) {
    throw new ServiceError('invalid_argument', { description: 'the body is not UTF-8', cause })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ServiceError('invalid_argument', { description: 'the body is not JSON', cause })
  }
}

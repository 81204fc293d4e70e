import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { z } from 'zod'

export type Part = 'path' | 'query' | 'body'

/** Parses one part of a request at the edge; the error names each wrong field. */
export function parsePart(schema: z.ZodType, value: unknown, part: Part): unknown {
  const parsed = schema.safeParse(value)
  const flaw = parsed.success && findFlaw(parsed.data)
  if (flaw) throw new ServiceError('invalid_argument', { description: `${part}: ${flaw}` })
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.slice(0, MAX_PROBLEMS).map((issue) => ({
    field: [part, ...issue.path.map(String)].join('.').slice(0, MAX_FIELD_LENGTH),
    reason: issue.message,
  }))
  throw new ServiceError('invalid_argument', {
    description: problems.map(({ field, reason }) => `${field}: ${reason}`).join('; '),
    details: problems.map(({ field, reason }) => ({
      '@type': ERROR_INFO,
      reason,
      domain: 'request',
      metadata: { field },
    })),
  })
}

/**
 * PostgreSQL cannot hold a NUL in a text, and no text of a person has one. Very deep nesting would
 * overflow the stack of later recursive code; so this walk keeps a stack of its own.
 */
function findFlaw(value: unknown): string | undefined {
  const waiting = [{ value, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next
    if (typeof value === 'string' && value.includes('\0')) return NUL
    if (typeof value !== 'object' || value === null) continue
    if (depth === MAX_DEPTH) return `nests deeper than ${MAX_DEPTH}`
    for (const [key, field] of Object.entries(value)) {
      if (key.includes('\0')) return NUL
      waiting.push({ value: field, depth: depth + 1 })
    }
  }
  return undefined
}

const NUL = 'a text contains a NUL character'
const MAX_DEPTH = 32
const MAX_PROBLEMS = 10
const MAX_FIELD_LENGTH = 200

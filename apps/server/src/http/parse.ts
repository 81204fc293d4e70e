import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { z } from 'zod'

export type Part = 'path' | 'query' | 'body'

/** Parses one part of a request at the edge; what is wrong is told field by field. */
export function parsePart(schema: z.ZodType, value: unknown, part: Part): unknown {
  const parsed = schema.safeParse(value)
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

const MAX_PROBLEMS = 10
const MAX_FIELD_LENGTH = 200

import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

export type { AccountEventType } from '../account-event-types.ts'

/** ENT-24: each entry is an event in its envelope; its words are the client's, in its language. */
const event = z.object({
  specversion: z.string(),
  id: z.string(),
  type: z.string(),
  source: z.string(),
  time: z.iso.datetime(),
  datacontenttype: z.string(),
  dataschema: z.string().optional(),
  subject: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
})

export const getSecurityHistory = defineEndpoint({
  method: 'GET',
  path: '/v1/user/security/history',
  summary: 'What happened to the account of the signed-in person, newest first',
  tag: 'account',
  query: z.object({
    page_size: z.coerce.number().int().min(1).max(100).default(50),
    page_token: z.string().max(256).optional(),
  }),
  answer: z.object({
    data: z.array(event),
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
  }),
  errors: ['invalid_argument'],
})

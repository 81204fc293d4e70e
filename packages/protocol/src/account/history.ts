import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { eventSchema } from '../event-schema.ts'

export type { AccountEventType } from '../account-event-types.ts'

export const getSecurityHistory = defineEndpoint({
  method: 'GET',
  path: '/v1/user/security/history',
  summary: 'List the events of the signed-in user’s account, newest first',
  tag: 'account',
  query: z.object({
    page_size: z.coerce.number().int().min(1).max(100).default(50),
    page_token: z.string().max(256).optional(),
  }),
  answer: z.object({
    data: z.array(eventSchema),
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
  }),
  errors: ['invalid_argument'],
})

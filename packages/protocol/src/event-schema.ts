import { z } from 'zod'

/** ENT-24: an event in its envelope; its words are the client's, in its language. */
export const eventSchema = z.object({
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

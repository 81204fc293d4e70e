import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** CAL-33, DEV-8: what a device says about itself; the answer is its device sign. */
export const reportRisk = defineEndpoint({
  method: 'POST',
  path: '/risk',
  summary: 'Report a device and get its sign',
  tag: 'account',
  query: z.object({ cmd: z.literal('report') }),
  body: z.object({
    xl_fp_raw: z.string().max(8192),
    /** The MD5 of the raw value. */
    xl_fp: z.string().max(64),
    xl_fp_sign: z.string().max(1024),
    version: z.literal(2),
    deviceid: z.string().max(256).optional(),
  }),
  answer: z.object({ deviceid: z.string() }),
})

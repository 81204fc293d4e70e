import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** CAL-34, DEV-7: the script that defines `xl_al`, which signs the raw traits for the report. */
export const getRiskAlgorithm = defineEndpoint({
  method: 'GET',
  path: '/risk',
  summary: 'Load the script that signs a device report',
  tag: 'account',
  query: z.object({
    cmd: z.literal('algorithm'),
    /** The caller's time: keeps caches out of the way. */
    t: z.string().max(32).optional(),
  }),
  answer: { bytes: true, contentType: 'application/javascript' },
})

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
    version: z.union([z.literal(2), z.literal('2')]),
    deviceid: z.string().max(256).optional(),
  }),
  form: true,
  answer: z.object({ deviceid: z.string() }),
  errors: ['invalid_argument'],
})

import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { clientId, opaqueToken } from './fields.ts'

/**
 * Asks for a captcha token for one guarded call. Where the risk is low the token comes at once;
 * otherwise the answer carries a proof-of-work challenge, and the call is repeated with its solution.
 */
export const startCaptcha = defineEndpoint({
  method: 'POST',
  path: '/v1/shield/captcha/init',
  summary: 'Get a captcha token for one guarded call',
  tag: 'account',
  body: z.object({
    /** Method and path of the guarded call: `POST:/v1/auth/signin`. */
    action: z
      .string()
      .max(128)
      .regex(/^[A-Z]+:\/.+$/),
    client_id: clientId.optional(),
    device_id: z.string().max(128).optional(),
    /** The previous token, if there was one. */
    captcha_token: opaqueToken.nullish().or(z.literal('')),
    /** The contact used in the guarded call: one of phone_number, email, username. */
    meta: z.record(z.string().max(64), z.string().max(254)).default({}),
    /** The solved challenge, base64 as altcha makes it. */
    solution: z.string().max(8192).optional(),
  }),
  answer: z.object({
    captcha_token: z.string().optional(),
    expires_in: z.number().int().optional(),
    challenge: z.record(z.string(), z.unknown()).optional(),
    /** Where a person must solve something instead. */
    url: z.string().optional(),
  }),
  errors: ['captcha_invalid'],
})

import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { clientId, locale, opaqueToken } from './fields.ts'

const ACTION = /^[A-Z]+:\/.+$/

/** Which call a captcha is wanted for. */
const target = {
  /** Method and path of the guarded call: `POST:/v1/auth/signin`. */
  action: z.string().max(128).regex(ACTION).optional(),
  /** The same, for clients that name the call here; unused beside `action`. */
  state: z.string().max(1024).optional(),
  client_id: clientId.optional(),
  device_id: z.string().max(128).optional(),
  /** The contact used in the guarded call: one of phone_number, email, username. */
  meta: z.record(z.string().max(64), z.string().max(254)).default({}),
}

function namesCall({
  action,
  state = '',
}: {
  action?: string | undefined
  state?: string | undefined
}) {
  return action !== undefined || (state.length <= 128 && ACTION.test(state))
}
const unnamed = { path: ['action'], error: 'name the guarded call, such as POST:/v1/auth/signin' }

/**
 * Asks for a captcha token for one guarded call. Where the risk is low the token comes at once;
 * otherwise the answer carries a proof-of-work challenge, and the call is repeated with its solution.
 */
export const startCaptcha = defineEndpoint({
  method: 'POST',
  path: '/v1/shield/captcha/init',
  summary: 'Get a captcha token for one guarded call',
  tag: 'account',
  body: z
    .object({
      ...target,
      /** The previous token, if there was one. */
      captcha_token: opaqueToken.nullish().or(z.literal('')),
      /** The solved challenge, base64 as altcha makes it. */
      solution: z.string().max(8192).optional(),
    })
    .refine(namesCall, unnamed),
  answer: z.object({
    captcha_token: z.string().optional(),
    expires_in: z.number().int().optional(),
    challenge: z.record(z.string(), z.unknown()).optional(),
    /** Where a person must solve something instead. */
    url: z.string().optional(),
  }),
  errors: ['captcha_invalid'],
})

/** The same for a client that cannot compute: a code that a person reads, or hears. */
export const startPictureCaptcha = defineEndpoint({
  method: 'POST',
  path: '/v1/shield/captcha/data',
  summary: 'Get a picture code for one guarded call',
  tag: 'account',
  body: z
    .object({
      ...target,
      /** The language of the spoken code; without it, that of the request. */
      locale: locale.optional(),
      /** Also give the code for the ear. */
      audio: z.boolean().optional(),
    })
    .refine(namesCall, unnamed),
  answer: z.object({
    /** A `data:` address of the picture. */
    data: z.string(),
    type: z.literal('image'),
    /** A `data:` address of six spoken digits; either code is a right answer. */
    audio: z.string().optional(),
    token: z.string(),
    expires_in: z.number().int(),
  }),
})

export const checkPictureCaptcha = defineEndpoint({
  method: 'POST',
  path: '/v1/shield/captcha/data/verify',
  summary: 'Exchange a picture code for a captcha token',
  tag: 'account',
  body: z.object({
    token: opaqueToken,
    /** What the person typed; case does not matter. */
    key: z.string().trim().min(1).max(32),
    client_id: clientId.optional(),
  }),
  answer: z.object({ captcha_token: z.string(), expires_in: z.number().int() }),
  errors: ['captcha_invalid'],
})

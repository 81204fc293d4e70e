import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { nothing, opaqueToken } from './fields.ts'

const token = z.object({ token: opaqueToken })

/** What a person is shown before they let a program in that waits for them. */
export const inspectAppLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/user/app_logins/info',
  summary: 'Get which program waits to be let into the files of the user',
  tag: 'account',
  body: token,
  answer: z.object({
    /** What the app password will be called: what the program says that it is, unproven. */
    name: z.string(),
    /** From where it asked. */
    requested_from: z.object({ address: z.string(), user_agent: z.string().optional() }),
    /** Seconds. */
    expires_in: z.number().int(),
  }),
  errors: ['not_found', 'resource_exhausted'],
})

/** The program gets an app password of its own, once. */
export const approveAppLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/user/app_logins/approve',
  summary: 'Let a program that waits into the files of the user, by an app password',
  tag: 'account',
  body: token,
  answer: z.object({
    /** Where the browser goes on for a program that does not ask for its password itself; it holds the password. */
    redirect_uri: z.string().optional(),
  }),
  errors: ['not_found', 'permission_denied', 'failed_precondition', 'resource_exhausted'],
})

export const refuseAppLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/user/app_logins/refuse',
  summary: 'Refuse a program that waits',
  tag: 'account',
  body: token,
  answer: nothing,
  errors: ['not_found', 'resource_exhausted'],
})

import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** How a code leaves the house: by a carrier, only into the terminal of the server, or not at all. */
const delivery = z.enum(['sent', 'printed', 'none'])

/** What an entrance must know before anybody is signed in. Beyond the spec. */
export const getServerFacts = defineEndpoint({
  method: 'GET',
  path: '/v1/server',
  summary:
    'Get whether sign-up and anonymous accounts are allowed, and whether there is an account yet',
  tag: 'account',
  answer: z.object({
    /** There is no account yet; the first one becomes the administrator. */
    is_first_run: z.boolean(),
    /** The first account needs the set-up code: the call does not come from the machine of the server. */
    needs_setup_code: z.literal(true).optional(),
    /** The operator has named a contact that needs none, once it is proven; which one is not told. */
    first_admin_named: z.literal(true).optional(),
    /** With `approval` a new account waits for an administrator; `closed` takes nobody. */
    sign_up: z.enum(['open', 'approval', 'closed']),
    /** Whether people may start without an account. */
    anonymous: z.boolean(),
    codes: z.object({ email: delivery, sms: delivery }),
  }),
})

export type ServerFacts = z.output<typeof getServerFacts.answer>

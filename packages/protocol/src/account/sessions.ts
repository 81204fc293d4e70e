import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { appInfo } from './authorize.ts'
import { nothing } from './fields.ts'

/** What `/oauth2/end_session` has made of an app's wish: an address and a state make it long. */
const signOutRequest = z.string().min(1).max(12_000)

const session = z.object({
  id: z.string(),
  client_id: z.string(),
  device_name: z.string().optional(),
  /** Read from the user agent: `Firefox`, `Windows`. Nobody has proven it. */
  browser: z.string().optional(),
  os: z.string().optional(),
  /** Where it was last seen. */
  address: z.string().optional(),
  created_at: z.iso.datetime(),
  /** Moves when the session renews its access token, not with each call. */
  last_seen_at: z.iso.datetime(),
  /** When it ends if nobody uses it any more. */
  expires_at: z.iso.datetime(),
  is_current: z.boolean(),
})
export type Session = z.output<typeof session>

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/v1/user/sessions',
  summary:
    'List the sessions of the signed-in user: this one first, then the 200 most recently used ones',
  tag: 'account',
  answer: z.object({ total: z.number().int(), data: z.array(session) }),
})

/** A session of somebody else is answered as one that does not exist. */
export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/v1/user/sessions/{id}',
  summary: 'Sign one device out, immediately',
  tag: 'account',
  params: z.object({ id: z.string().min(1).max(64) }),
  answer: nothing,
  errors: ['not_found'],
})

export const endOtherSessions = defineEndpoint({
  method: 'POST',
  path: '/v1/user/sessions/end_others',
  summary: 'Sign every other device out, immediately',
  tag: 'account',
  answer: z.object({ ended: z.number().int() }),
})

/**
 * `redirect_uri` comes back, with `state` in its query, once it was found to be one of ours. With a
 * `request` that an app has led here, its session ends too, and what comes back is the app's own page.
 */
export const signOut = defineEndpoint({
  method: 'POST',
  path: '/v1/user/signout',
  summary: 'End this session, and return the address to continue with',
  tag: 'account',
  body: z.object({
    redirect_uri: z.string().max(2048).optional(),
    state: z.string().max(1024).optional(),
    request: signOutRequest.optional(),
  }),
  answer: z.object({ redirect_uri: z.string().optional() }),
  errors: ['invalid_request_uri', 'expired_token'],
})

/** For the page that asks; it needs nobody to be signed in, as the person may have left before. */
export const inspectSignOut = defineEndpoint({
  method: 'POST',
  path: '/v1/user/signout/info',
  summary: 'Get which app asks for a sign-out, and the address to continue with',
  tag: 'account',
  body: z.object({ request: signOutRequest }),
  answer: z.object({ client: appInfo.optional(), redirect_uri: z.string().optional() }),
  errors: ['expired_token'],
})

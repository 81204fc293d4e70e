import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { clientId } from './fields.ts'

const uri = z.string().max(2048)
const scope = z.string().max(1024)
const state = z.string().max(1024)

/** CAL-30: another app asks for access, and the signed-in person grants it. */
export const authorizeApp = defineEndpoint({
  method: 'POST',
  path: '/v1/user/authorize',
  summary: 'Grant another app access for the signed-in user',
  tag: 'account',
  body: z.object({
    client_id: clientId,
    response_type: z.string().max(64).default('code'),
    redirect_uri: uri,
    state: state.optional(),
    scope: scope.optional(),
    nonce: z.string().max(256).optional(),
    code_challenge: z.string().max(128).optional(),
    code_challenge_method: z.literal('S256').optional(),
    sign_out_uri: uri.optional(),
    /** Seconds; a user who signed in longer ago must do so again (`login_required`). */
    max_age: z.coerce.number().int().min(0).optional(),
    /** False tells the app that the person refused. */
    approve: z.boolean().default(true),
  }),
  answer: z.object({
    code: z.string().optional(),
    access_token: z.string().optional(),
    id_token: z.string().optional(),
    token_type: z.string().optional(),
    scope: z.string().optional(),
    expires_in: z.number().int().optional(),
    state: z.string().optional(),
    /** Who answers, so that an app of several servers is not mixed up (RFC 9207). */
    iss: z.string(),
    /** Where the browser goes now: the redirect URI with all of the answer in it. */
    redirect_to: z.string(),
  }),
  errors: [
    'invalid_request',
    'login_required',
    'invalid_request_uri',
    'invalid_scope',
    'unsupported_response_type',
    'unauthorized_client',
    'access_denied',
  ],
})

export interface ScopeInfo {
  id: string
  name: string
  description?: string | undefined
  picture?: string | undefined
  url?: string | undefined
  children?: ScopeInfo[] | undefined
}
export const scopeInfo: z.ZodType<ScopeInfo> = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  picture: z.string().optional(),
  url: z.string().optional(),
  get children() {
    return z.array(scopeInfo).optional()
  },
})

/** What a person is shown of an app. */
export const appInfo = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  picture: z.string().optional(),
  url: z.string().optional(),
})

/** CAL-31, ENT-15: what a consent screen shows. */
export const getAuthorizeInfo = defineEndpoint({
  method: 'GET',
  path: '/v1/user/authorize/info',
  summary: 'Get which app asks for which access',
  tag: 'account',
  query: z.object({
    client_id: clientId,
    response_type: z.string().max(64).optional(),
    redirect_uri: uri.optional(),
    state: state.optional(),
    scope: scope.optional(),
    sign_out_uri: uri.optional(),
    locale: z.string().max(35).optional(),
  }),
  answer: z.object({
    client: appInfo,
    scopes: z.array(scopeInfo),
  }),
  errors: ['not_found', 'unsupported_response_type', 'invalid_request_uri', 'invalid_scope'],
})

/** CAL-32: whether the person need be asked at all; if so, the error says for what. */
export const detectAuthorization = defineEndpoint({
  method: 'GET',
  path: '/v1/user/authorize/detect',
  summary: 'Check whether an app already has consent',
  tag: 'account',
  query: z.object({
    client_id: clientId,
    redirect_uri: uri.optional(),
    scope: scope.optional(),
    sign_out_uri: uri.optional(),
    /** Seconds; a user who signed in longer ago must do so again (`login_required`). */
    max_age: z.coerce.number().int().min(0).optional(),
  }),
  answer: z.object({ code: z.string().optional() }),
  errors: [
    'login_required',
    'consent_required',
    'interaction_required',
    'account_selection_required',
  ],
})

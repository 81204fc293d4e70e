import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { credentials } from './credentials.ts'
import { clientId, clientSecret, nothing } from './fields.ts'

/**
 * Options and answers are those of the browser: `PublicKeyCredential.parseCreationOptionsFromJSON`,
 * `parseRequestOptionsFromJSON` and `toJSON` (WebAuthn Level 3) take and give them as they are.
 */
const base64url = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[\w-]+$/)

/** WebAuthn bounds it at 1023 bytes. */
const credentialId = base64url(1364)
const transports = z.array(z.string().max(32)).max(16)
const clientDataJSON = base64url(8192)

const newCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(32_768),
    transports: transports.optional(),
  }),
})

export const usedCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(8192),
    signature: base64url(8192),
    userHandle: base64url(128).nullish(),
  }),
})
export type NewPasskeyCredential = z.output<typeof newCredential>
export type UsedPasskeyCredential = z.output<typeof usedCredential>

/** As text, it is the `two_factor_code` of the method `PASSKEY`. */
export const passkeyProof = z
  .string()
  .max(32_768)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'not JSON' })
      return z.NEVER
    }
  })
  .pipe(usedCredential)

const descriptor = z.object({
  id: z.string(),
  /** `public-key`. */
  type: z.string(),
  transports: z.array(z.string()).optional(),
})

const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int().optional(),
  excludeCredentials: z.array(descriptor).optional(),
  authenticatorSelection: z
    .object({
      residentKey: z.string().optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: z.string().optional(),
    })
    .optional(),
  attestation: z.string().optional(),
})

export const passkeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string().optional(),
  timeout: z.number().int().optional(),
  userVerification: z.string().optional(),
  allowCredentials: z.array(descriptor).optional(),
})

const passkeyName = z.string().trim().min(1).max(64)

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Kept by a password manager and shared between devices; else it lives on one device. */
  is_backed_up: z.boolean(),
  transports: z.array(z.string()),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().optional(),
})
export type Passkey = z.output<typeof passkey>

export const getPasskeyCreationOptions = defineEndpoint({
  method: 'POST',
  path: '/v1/user/passkeys/options',
  summary: 'Get the options for creating a passkey in the browser; valid for five minutes',
  tag: 'account',
  answer: creationOptions,
  errors: ['permission_denied', 'resource_exhausted'],
})

export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/v1/user/passkeys',
  summary: 'Add a passkey that the browser has created',
  tag: 'account',
  body: z.object({ credential: newCredential, name: passkeyName.optional() }),
  answer: passkey,
  errors: [
    'permission_denied',
    'invalid_argument',
    'expired_token',
    'already_exists',
    'resource_exhausted',
  ],
})

export const listPasskeys = defineEndpoint({
  method: 'GET',
  path: '/v1/user/passkeys',
  summary: 'List the passkeys of the signed-in user, oldest first',
  tag: 'account',
  answer: z.object({ total: z.number().int(), data: z.array(passkey) }),
})

const passkeyParams = z.object({ id: credentialId })

export const renamePasskey = defineEndpoint({
  method: 'PATCH',
  path: '/v1/user/passkeys/{id}',
  summary: 'Rename a passkey',
  tag: 'account',
  params: passkeyParams,
  body: z.object({ name: passkeyName }),
  answer: passkey,
  errors: ['not_found'],
})

/** The last way into an account cannot be removed. */
export const removePasskey = defineEndpoint({
  method: 'DELETE',
  path: '/v1/user/passkeys/{id}',
  summary: 'Remove a passkey',
  tag: 'account',
  params: passkeyParams,
  answer: nothing,
  errors: ['permission_denied', 'not_found', 'failed_precondition'],
})

/** Browsers look here before they let a page of another origin use our passkeys (WebAuthn Level 3). */
export const getPasskeyOrigins = defineEndpoint({
  method: 'GET',
  path: '/.well-known/webauthn',
  summary: 'List the origins whose pages may use the passkeys of this server',
  tag: 'account',
  answer: z.object({ origins: z.array(z.string()) }),
})

/** Names no account, and answers alike for everybody: the authenticator knows whom it can sign in. */
export const getPasskeySignInOptions = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/passkey/options',
  summary: 'Get the options for signing in with a passkey in the browser; valid for five minutes',
  tag: 'account',
  answer: passkeyRequestOptions,
})

/**
 * `expired_token` asks for fresh options; everything that is wrong with the passkey itself is
 * `access_denied`.
 */
export const signInWithPasskey = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/passkey/signin',
  summary: 'Sign in with a passkey, without a password',
  tag: 'account',
  body: z.object({
    credential: usedCredential,
    client_id: clientId.optional(),
    client_secret: clientSecret.optional(),
  }),
  answer: credentials,
  errors: [
    'access_denied',
    'expired_token',
    'password_reset_required',
    'user_blocked',
    'user_pending',
    'under_review',
    'cannot_unlock',
    'account_freeze',
    'unauthorized_client',
    'resource_exhausted',
  ],
})

import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { nothing, opaqueToken } from './fields.ts'

/** What can be the second proof, as `methods` of `two_factor_required` lists it, space-separated. */
export const secondStepMethods = ['TOTP', 'SMS', 'EMAIL', 'PASSKEY', 'RECOVERY'] as const
export type SecondStepMethodName = (typeof secondStepMethods)[number]

/** What a person switches on; recovery codes come with the first of them. */
export const twoFactorMethods = ['TOTP', 'SMS', 'EMAIL', 'PASSKEY'] as const
export type TwoFactorMethodName = (typeof twoFactorMethods)[number]

/**
 * ACC-32: a call that was answered `two_factor_required` is repeated with these beside what it carried
 * before. They are part of every call that signs a person in.
 */
export const secondStepFields = {
  two_factor_token: opaqueToken.optional(),
  /** Six digits, or the JSON of a passkey's assertion. */
  two_factor_code: z.string().trim().min(1).max(32_768).optional(),
  two_factor_recovery_code: z.string().trim().min(1).max(64).optional(),
  /** With the second step: this device need not give it again for 30 days. */
  trust_device: z.boolean().optional(),
  /** What an earlier sign-in on this device answered as `device_trust_token`. */
  device_trust_token: opaqueToken.optional(),
}

/**
 * Sends a code for a second step, or gives the options that a passkey wants. The answered token
 * takes the place of the one that was sent.
 */
export const beginSecondStep = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/two_factor/begin',
  summary: 'Get a code, or the challenge of a passkey, for the second step',
  tag: 'account',
  body: z.object({
    two_factor_token: opaqueToken,
    method: z.enum(['SMS', 'EMAIL', 'PASSKEY']),
    client_id: z.string().max(128).optional(),
  }),
  answer: z.object({
    two_factor_token: z.string(),
    expires_in: z.number().int(),
    /** Where the code went, masked. */
    sent_to: z.string().optional(),
    /** PublicKeyCredentialRequestOptionsJSON. */
    options: z.record(z.string(), z.unknown()).optional(),
  }),
  errors: [
    'invalid_argument',
    'expired_token',
    'resource_exhausted',
    'unimplemented',
    'unavailable',
  ],
})

const recoveryCodes = z.array(z.string())

export const getTwoFactor = defineEndpoint({
  method: 'GET',
  path: '/v1/user/two_factor',
  summary: 'Get whether the second step is on, and with which methods',
  tag: 'account',
  answer: z.object({
    enabled: z.boolean(),
    /** Whether this server demands it of this person: nothing else is open to them before. */
    required: z.boolean(),
    methods: z.array(
      z.object({
        method: z.enum(twoFactorMethods),
        enabled: z.boolean(),
        /** Whether it can be used now: there is a number to write to, a passkey to ask. */
        available: z.boolean(),
        enabled_at: z.iso.datetime().optional(),
        /** Where codes go, masked. */
        contact: z.string().optional(),
      }),
    ),
    recovery_codes_left: z.number().int(),
  }),
})

export const startTotp = defineEndpoint({
  method: 'POST',
  path: '/v1/user/two_factor/totp/start',
  summary: 'Get a new secret for an authenticator app; it takes effect when it is confirmed',
  tag: 'account',
  answer: z.object({
    /** Base32, to be typed where no camera is. */
    secret: z.string(),
    uri: z.string(),
    /** The same as a picture: an SVG document. */
    qr_svg: z.string(),
    setup_token: z.string(),
    expires_in: z.number().int(),
  }),
  errors: ['permission_denied'],
})

/** The codes are shown here and never again. */
const enabledAnswer = z.object({ recovery_codes: recoveryCodes.optional() })

export const confirmTotp = defineEndpoint({
  method: 'POST',
  path: '/v1/user/two_factor/totp/confirm',
  summary: 'Turn the authenticator app on, or replace it, with its first code',
  tag: 'account',
  body: z.object({ setup_token: opaqueToken, code: z.string().trim().min(1).max(16) }),
  answer: enabledAnswer,
  errors: ['invalid_two_factor', 'expired_token', 'resource_exhausted', 'permission_denied'],
})

export const enableTwoFactor = defineEndpoint({
  method: 'PUT',
  path: '/v1/user/two_factor/{method}',
  summary: 'Turn a method of the second step on',
  tag: 'account',
  params: z.object({ method: z.enum(['SMS', 'EMAIL', 'PASSKEY']) }),
  answer: enabledAnswer,
  errors: ['failed_precondition', 'permission_denied'],
})

export const disableTwoFactor = defineEndpoint({
  method: 'DELETE',
  path: '/v1/user/two_factor/{method}',
  summary: 'Turn a method of the second step off; without any method the second step is off',
  tag: 'account',
  params: z.object({ method: z.enum(twoFactorMethods) }),
  answer: nothing,
  errors: ['not_found', 'failed_precondition', 'permission_denied'],
})

export const disableAllTwoFactors = defineEndpoint({
  method: 'DELETE',
  path: '/v1/user/two_factor',
  summary: 'Turn the second step off',
  tag: 'account',
  answer: nothing,
  errors: ['failed_precondition', 'permission_denied'],
})

export const renewRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/v1/user/two_factor/recovery_codes',
  summary: 'Create new recovery codes; the old ones stop working',
  tag: 'account',
  answer: z.object({ recovery_codes: recoveryCodes }),
  errors: ['failed_precondition', 'permission_denied'],
})

export const listTrustedDevices = defineEndpoint({
  method: 'GET',
  path: '/v1/user/trusted_devices',
  summary: 'List the trusted devices, which skip the second step',
  tag: 'account',
  answer: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        name: z.string().optional(),
        /** Read from the user agent: `Firefox`, `Windows`. Nobody has proven it. */
        browser: z.string().optional(),
        os: z.string().optional(),
        is_current: z.boolean(),
        created_at: z.iso.datetime(),
        last_used_at: z.iso.datetime(),
        expires_at: z.iso.datetime(),
      }),
    ),
  }),
})

export const revokeTrustedDevice = defineEndpoint({
  method: 'DELETE',
  path: '/v1/user/trusted_devices/{id}',
  summary: 'Remove a trusted device; it needs the second step again',
  tag: 'account',
  params: z.object({ id: z.string().min(1).max(64) }),
  answer: nothing,
  errors: ['not_found'],
})

export const revokeTrustedDevices = defineEndpoint({
  method: 'DELETE',
  path: '/v1/user/trusted_devices',
  summary: 'Remove all trusted devices; they need the second step again',
  tag: 'account',
  answer: nothing,
})

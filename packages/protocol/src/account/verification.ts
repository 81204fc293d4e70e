import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { clientId, email, maskedEmail, phoneNumber } from './fields.ts'

export const verificationPurposes = [
  'REGISTER',
  'SIGN_IN',
  'PASSWORD_RESET',
  'EMAIL_ADDRESS_CHANGE',
  'PHONE_NUMBER_CHANGE',
  'DEFAULT',
  'EMAIL_ADDRESS_VERIFICATION',
  'REGISTER_SIGN_IN',
  'PHONE_NUMBER_VERIFICATION',
  'DELETION',
] as const
export type VerificationPurpose = (typeof verificationPurposes)[number]

/** Whom the contact must belong to: anyone, a user, nobody yet, or the signed-in person. */
export const verificationTargets = ['ANY', 'USER', 'NOT_USER', 'CUR_USER'] as const
export type VerificationTarget = (typeof verificationTargets)[number]

/** Where the code of the signed-in person goes, when they have both. */
export const verificationChannels = ['VERIFICATION_EMAIL', 'VERIFICATION_PHONE'] as const
export type VerificationChannel = (typeof verificationChannels)[number]

/**
 * CAL-9: sends a six-digit code to an e-mail address or a phone. The answer is the same whether or not
 * an account exists for the contact (docs/decisions/007): who reads the mailbox learns it there.
 */
export const sendVerification = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/verification',
  summary: 'Send a verification code to an e-mail address or a phone',
  tag: 'account',
  body: z.object({
    /** With the target CUR_USER it may be left out, or written as the profile shows it, masked. */
    email: z.union([email, maskedEmail]).optional(),
    /** The same. */
    phone_number: phoneNumber.optional(),
    target: z.enum(verificationTargets).default('ANY'),
    usage: z.enum(verificationPurposes).default('DEFAULT'),
    selected_channel: z.enum(verificationChannels).optional(),
    client_id: clientId.optional(),
  }),
  answer: z.object({
    verification_id: z.string(),
    expires_in: z.number().int(),
    /** True only for the signed-in person's own contact; strangers learn it by `verify`. */
    is_user: z.boolean(),
    /** Where the signed-in person’s own code went, masked. */
    sent_to: z.string().optional(),
  }),
  errors: [
    'invalid_argument',
    'resource_exhausted',
    'captcha_required',
    'captcha_invalid',
    'unauthenticated',
    'unimplemented',
    'unavailable',
  ],
})

export const checkVerification = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/verification/verify',
  summary: 'Exchange a verification code for a verification token',
  tag: 'account',
  body: z.object({
    verification_id: z.string().min(1).max(64),
    verification_code: z.string().trim().min(1).max(16),
    client_id: clientId.optional(),
  }),
  answer: z.object({
    verification_token: z.string(),
    expires_in: z.number().int(),
    /** Whether the contact, now proven to be the caller's, has an account: sign in, else sign up. */
    is_user: z.boolean(),
  }),
  errors: ['invalid_verification_code', 'expired_verification_code'],
})

import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { email, locale, maskedEmail, nothing, opaqueToken, phoneNumber } from './fields.ts'

/** As OpenID Connect writes it. */
const address = z
  .object({
    formatted: z.string().max(512),
    street_address: z.string().max(256),
    locality: z.string().max(128),
    region: z.string().max(128),
    postal_code: z.string().max(32),
    country: z.string().max(64),
  })
  .partial()

export const profile = z.object({
  sub: z.string(),
  name: z.string(),
  username: z.string().optional(),
  picture: z.string().optional(),
  /** Masked: `r***@example.org`. */
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  /** Masked. */
  phone_number: z.string().optional(),
  /** In full, only in answers to the person's own apps; not in a session that a device code opened. */
  contacts: z
    .object({ email: z.string().optional(), phone_number: z.string().optional() })
    .optional(),
  locale: z.string().optional(),
  gender: z.string().optional(),
  birthdate: z.string().optional(),
  zoneinfo: z.string().optional(),
  created_from: z.string().optional(),
  password: z.literal('SET').optional(),
  password_updated_at: z.iso.datetime().optional(),
  providers: z
    .array(
      z.object({
        id: z.string(),
        provider_user_id: z.string().optional(),
        name: z.string().optional(),
      }),
    )
    .optional(),
  address: address.optional(),
  /** This server demands a second step of this person: before they have one, nothing else is open. */
  two_factor_setup_required: z.literal(true).optional(),
  status: z.enum(['ACTIVE', 'PENDING', 'BLOCKED', 'FROZEN', 'UNDER_REVIEW', 'DELETING']),
  groups: z.array(z.object({ id: z.string() })),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type Profile = z.output<typeof profile>

export const getMe = defineEndpoint({
  method: 'GET',
  path: '/v1/user/me',
  summary: 'Get the profile of the signed-in user',
  tag: 'account',
  answer: profile,
})

/** CAL-25: what is absent stays as it is. */
export const updateProfile = defineEndpoint({
  method: 'PATCH',
  path: '/v1/user/profile',
  summary: 'Change the profile of the signed-in user',
  tag: 'account',
  body: z.object({
    name: z.string().trim().min(1).max(128).optional(),
    username: z.string().trim().min(2).max(48).optional(),
    picture: z.string().max(2048).optional(),
    gender: z.string().max(32).optional(),
    birthdate: z.string().max(10).optional(),
    zoneinfo: z.string().max(64).optional(),
    locale: locale.optional(),
    address: address.optional(),
    /** For another username, unless the sign-in was within the last 15 minutes. */
    sudo_token: opaqueToken.optional(),
  }),
  answer: profile,
  errors: ['already_exists', 'invalid_argument', 'permission_denied'],
})

/** CAL-26. */
export const queryUsers = defineEndpoint({
  method: 'GET',
  path: '/v1/user/query',
  summary: 'Find users by id, user name or contact',
  tag: 'account',
  query: z.object({
    id: z.union([z.string().max(128), z.array(z.string().max(128)).max(100)]).optional(),
    username: z.string().max(254).optional(),
    email: z.string().max(254).optional(),
    phone_number: z.string().max(32).optional(),
  }),
  answer: z.object({
    total: z.number().int(),
    data: z.array(
      z.object({
        sub: z.string(),
        name: z.string(),
        picture: z.string().optional(),
        gender: z.string().optional(),
        locale: z.string().optional(),
        email: z.string().optional(),
        phone_number: z.string().optional(),
      }),
    ),
  }),
  errors: ['invalid_argument', 'resource_exhausted'],
})

/** CAL-23, ACC-43: the sudo token is in the query; the server takes the header too. */
export const deleteMe = defineEndpoint({
  method: 'DELETE',
  path: '/v1/user/me',
  summary: 'Request the deletion of the account',
  tag: 'account',
  query: z.object({ sudo_token: opaqueToken.optional() }),
  answer: profile.partial(),
  errors: ['permission_denied', 'failed_precondition'],
})

/** CAL-24. */
export const getDeletionEligibility = defineEndpoint({
  method: 'GET',
  path: '/v1/user/me/deletion/eligibility',
  summary: 'Check whether the account can be deleted, and if not, why',
  tag: 'account',
  answer: z.object({
    eligible: z.boolean(),
    reasons: z.array(z.string()),
    /** Seconds in which a deleted account can still be restored. */
    grace_period: z.number().int(),
  }),
})

/**
 * What to do when the contact belongs to another account: refuse; delete that account and take it;
 * take it, and delete that account only if no way to sign in is left to it.
 */
export const conflictResolutions = ['DEFAULT', 'DELETE_ACCOUNT_TRANSFER', 'TRANSFER'] as const
export type ConflictResolution = (typeof conflictResolutions)[number]

/** Beyond the spec. The last way to sign in stays, and so does a contact that the second step needs. */
export const removeContact = defineEndpoint({
  method: 'DELETE',
  path: '/v1/user/contact/{kind}',
  summary: 'Remove the phone number or e-mail address of the signed-in user',
  tag: 'account',
  params: z.object({ kind: z.enum(['email', 'phone']) }),
  answer: nothing,
  errors: ['not_found', 'failed_precondition', 'permission_denied'],
})

/** CAL-28. */
export const bindContact = defineEndpoint({
  method: 'PATCH',
  path: '/v1/user/contact',
  summary: 'Set the phone number or e-mail address of the signed-in user',
  tag: 'account',
  body: z.object({
    phone_number: phoneNumber.optional(),
    /** Either may be written as the profile shows it, masked, to verify the one that is set already. */
    email: z.union([email, maskedEmail]).optional(),
    verification_token: opaqueToken,
    sudo_token: opaqueToken.optional(),
    conflict_resolution: z.enum(conflictResolutions).optional(),
  }),
  answer: nothing,
  errors: ['already_exists', 'permission_denied', 'expired_verification_code'],
})

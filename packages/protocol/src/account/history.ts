import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** ENT-24: each entry is an event in its envelope; its words are the client's, in its language. */
const event = z.object({
  specversion: z.string(),
  id: z.string(),
  type: z.string(),
  source: z.string(),
  time: z.iso.datetime(),
  datacontenttype: z.string(),
  dataschema: z.string().optional(),
  subject: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
})

export const getSecurityHistory = defineEndpoint({
  method: 'GET',
  path: '/v1/user/security/history',
  summary: 'What happened to the account of the signed-in person, newest first',
  tag: 'account',
  query: z.object({
    page_size: z.coerce.number().int().min(1).max(100).default(50),
    page_token: z.string().max(256).optional(),
  }),
  answer: z.object({
    data: z.array(event),
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
  }),
  errors: ['invalid_argument'],
})

/** Everything that can happen to an account. The log that its owner reads is made of these. */
export type AccountEventType =
  | 'account.signed_up'
  | 'account.administrator_appointed'
  | 'account.administrator_dismissed'
  | 'account.signed_in'
  | 'account.sign_in_failed'
  | 'account.signed_out'
  | 'account.token_revoked'
  | 'account.token_reuse_detected'
  | 'account.code_reuse_detected'
  | 'account.app_authorized'
  | 'account.app_revoked'
  | 'account.device_authorized'
  | 'account.device_refused'
  | 'account.sudo_granted'
  | 'account.sudo_refused'
  | 'account.password_changed'
  | 'account.two_factor_enabled'
  | 'account.two_factor_disabled'
  | 'account.two_factor_failed'
  | 'account.recovery_codes_renewed'
  | 'account.recovery_code_used'
  | 'account.device_trusted'
  | 'account.device_trust_revoked'
  | 'account.passkey_added'
  | 'account.passkey_removed'
  | 'account.passkey_copy_suspected'
  | 'account.provider_bound'
  | 'account.provider_unbound'
  | 'account.provider_lost'
  | 'account.session_ended'
  | 'account.password_reset'
  | 'account.profile_changed'
  | 'account.contact_changed'
  | 'account.contact_lost'
  | 'account.deletion_requested'
  | 'account.deletion_cancelled'
  | 'account.deleted'
  | 'account.anonymous_upgraded'
  | 'account.anonymous_merged'
  | 'account.export_requested'
  | 'account.export_downloaded'
  | 'account.password_reset_demanded'
  | 'account.sessions_ended'
  | 'account.frozen'
  | 'account.blocked'
  | 'account.put_under_review'
  | 'account.approved'
  | 'account.released'
  | 'account.inspected'
  | 'account.deletion_decided'
  | 'app.registered'
  | 'app.changed'
  | 'app.secret_renewed'
  | 'app.removed'
  | 'provider.changed'
  | 'provider.removed'
  | 'webhook.created'
  | 'webhook.changed'
  | 'webhook.secret_renewed'
  | 'webhook.removed'
  | 'webhook.disabled'

export interface UserRow {
  sub: string
  username: string | null
  /** Lower case. */
  email: string | null
  email_verified: number
  /** E.164. */
  phone_number: string | null
  name: string
  picture: string | null
  locale: string | null
  password_hash: string | null
  password_updated_at: number | null
  /** Where the code of the reset went that set the password, till the password has opened a session. */
  password_reset_by: 'SMS' | 'EMAIL' | null
  status: UserStatus
  is_admin: number
  created_at: number
  updated_at: number
  gender: string | null
  birthdate: string | null
  zoneinfo: string | null
  /** JSON, as OpenID Connect writes an address. */
  address: string | null
  /** The client that made the account. */
  created_from: string | null
  /** The next sign-in must set a new password first. */
  password_reset_required: number
  /** Once deletion was asked for: when everything goes. */
  deletion_due_at: number | null
  /** Whether nobody can restore it till then: it was stopped before. */
  deletion_is_final: number
}

/** FROZEN by an administrator, UNDER_REVIEW until one has looked, DELETING till the purge. */
export type UserStatus = 'ACTIVE' | 'PENDING' | 'BLOCKED' | 'FROZEN' | 'UNDER_REVIEW' | 'DELETING'

/** One sign-in on one device; its refresh tokens are its family. */
export interface SessionRow {
  id: string
  sub: string
  client_id: string
  scope: string
  device_id: string | null
  device_name: string | null
  user_agent: string | null
  created_at: number
  last_seen_at: number
  ended_at: number | null
  /** Where it was last seen. */
  address: string | null
  /** When the person behind it proved who they are; 0 if that is not known. */
  authenticated_at: number
  /** The session of that proof: its own id, unless it was handed on from another. */
  root_id: string
  /** 1 if a device code opened it, or a session that it comes from. */
  by_device_code: number
}

export interface RefreshTokenRow {
  /** SHA-256 of the token. */
  hash: string
  session_id: string
  created_at: number
  expires_at: number
  used_at: number | null
  /** When an access token that came with it was first used: its answer has arrived. */
  seen_at: number | null
}

export interface VerificationRow {
  id: string
  channel: 'email' | 'phone'
  contact: string
  purpose: string
  client_id: string
  code_hash: string
  tries: number
  created_at: number
  expires_at: number
  /** SHA-256 of the verification token, once the code was right. */
  token_hash: string | null
  token_expires_at: number | null
  used_at: number | null
}

/**
 * Signed tokens that work no more, captchas that were used and access tokens that were revoked, until
 * they would have expired anyway.
 */
export interface SpentTokenRow {
  id: string
  expires_at: number
}

/** The audit log, in the spec's event envelope. */
export interface AccountEventRow {
  id: string
  sub: string
  type: string
  at: number
  envelope: string
}

export interface RateLimitRow {
  key: string
  points: number
  expires_at: number
}

/** A notice on its way; it is removed when it was taken over for delivery. */
export interface OutgoingMessageRow {
  id: string
  /** JSON. */
  message: string
  attempts: number
  next_at: number
  created_at: number
}

export interface WebhookRow {
  id: string
  url: string
  /** Sealed. */
  secret: string
  /** JSON list; empty means all. */
  event_types: string
  is_enabled: number
  created_at: number
  updated_at: number
}

export interface WebhookDeliveryRow {
  id: string
  webhook_id: string
  body: string
  attempts: number
  /** Null when nothing more is to come: delivered, or given up. */
  next_at: number | null
  last_status: string | null
  created_at: number
  delivered_at: number | null
}

export interface AccountExportRow {
  id: string
  sub: string
  phase: 'WAITING' | 'RUNNING' | 'COMPLETE' | 'FAILED'
  /** Per cent. */
  progress: number
  problem: string | null
  created_at: number
  updated_at: number
  expires_at: number
}

/** A small picture of a person, at most one each. */
export interface PictureRow {
  /** A hash of the person and the content: another picture has another address. */
  id: string
  sub: string
  content_type: string
  /** Base64. */
  content: string
  created_at: number
}

/** People who are given access together; administrators make them. */
export interface GroupRow {
  id: string
  name: string
  created_at: number
}

export interface GroupMemberRow {
  group_id: string
  /** `person:` and a sub, or `group:` and the id of a group inside of this one. */
  member: string
  added_at: number
}

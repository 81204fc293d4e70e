/**
 * The rows, as both databases hold them: ids and names are text that sorts by its bytes, times are
 * milliseconds, truth is 0 or 1, structures are JSON text.
 */
export interface Tables {
  secrets: SecretRow
  users: UserRow
  sessions: SessionRow
  refresh_tokens: RefreshTokenRow
  verifications: VerificationRow
  spent_tokens: SpentTokenRow
  account_events: AccountEventRow
  rate_limits: RateLimitRow
  drives: DriveRow
  nodes: NodeRow
  versions: VersionRow
  blobs: BlobRow
  uploads: UploadRow
  upload_blocks: UploadBlockRow
  changes: ChangeRow
}

/** Generated keys, when several processes share one PostgreSQL. */
export interface SecretRow {
  name: string
  value: string
  created_at: number
}

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
  status: 'ACTIVE' | 'PENDING' | 'BLOCKED'
  is_admin: number
  created_at: number
  updated_at: number
}

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
}

export interface RefreshTokenRow {
  /** SHA-256 of the token. */
  hash: string
  session_id: string
  created_at: number
  expires_at: number
  used_at: number | null
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

export interface DriveRow {
  id: string
  owner_sub: string
  root_id: string
  quota_bytes: number | null
  used_bytes: number
  seq: number
  created_at: number
}

export interface NodeRow {
  drive_id: string
  id: string
  /** Null for the root alone. */
  parent_id: string | null
  kind: 'folder' | 'file'
  name: string
  /** Folders first, then natural order: one index serves the listing. */
  sort_key: string
  size: number
  version_id: string | null
  mime_type: string | null
  revision: number
  created_at: number
  modified_at: number
}

export interface VersionRow {
  drive_id: string
  id: string
  node_id: string
  blob_id: string
  size: number
  hash: string
  created_at: number
}

export interface BlobRow {
  drive_id: string
  id: string
  size: number
  /** Null while it is being written. */
  hash: string | null
  /** How many versions point here; at zero it waits for collection. */
  refs: number
  /** What the blob store wants back to go on with an open blob. */
  draft: string
  created_at: number
  unused_since: number | null
}

export interface UploadRow {
  drive_id: string
  id: string
  parent_id: string
  name: string
  size: number
  mime_type: string | null
  modified_at: number | null
  /** Its own open blob, or a sealed one of the drive when the content is already there. */
  blob_id: string
  blocks_per_put: number
  /** SHA-256 of each block as the caller announced them: hexadecimal texts, one after the other. */
  announced_hashes: string | null
  /** Block ranges [first, last] that are not here yet, as JSON. */
  missing: string
  created_at: number
  expires_at: number
  /** Once committed, the row stays for a while, so that a repeated commit gives the same file. */
  committed_node_id: string | null
}

export interface UploadBlockRow {
  drive_id: string
  upload_id: string
  block: number
  /** SHA-256 as hexadecimal text. */
  hash: string
}

export interface ChangeRow {
  drive_id: string
  seq: number
  node_id: string
  type: 'created' | 'updated' | 'deleted'
  at: number
  actor_sub: string
}

import type { HashAlgorithm } from '@awan/protocol'

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
  two_factors: TwoFactorRow
  recovery_codes: RecoveryCodeRow
  passkeys: PasskeyRow
  trusted_devices: TrustedDeviceRow
  app_passwords: AppPasswordRow
  apps: AppRow
  app_grants: AppGrantRow
  authorization_codes: AuthorizationCodeRow
  device_codes: DeviceCodeRow
  app_logins: AppLoginRow
  provider_settings: ProviderSettingsRow
  provider_links: ProviderLinkRow
  provider_states: ProviderStateRow
  provider_tokens: ProviderTokenRow
  outgoing_messages: OutgoingMessageRow
  webhooks: WebhookRow
  webhook_deliveries: WebhookDeliveryRow
  account_exports: AccountExportRow
  pictures: PictureRow
  groups: GroupRow
  group_members: GroupMemberRow
  drives: DriveRow
  grants: GrantRow
  grantee_seqs: GranteeSeqRow
  links: LinkRow
  link_visitors: LinkVisitorRow
  link_downloads: LinkDownloadRow
  link_arrivals: LinkArrivalRow
  link_policy: LinkPolicyRow
  share_aliases: ShareAliasRow
  inbox_messages: InboxMessageRow
  inbox_settings: InboxSettingRow
  group_messages: GroupMessageRow
  offers: OfferRow
  nodes: NodeRow
  node_tags: NodeTagRow
  node_marks: NodeMarkRow
  shortcuts: ShortcutRow
  node_locks: NodeLockRow
  node_properties: NodePropertyRow
  name_terms: NameTermRow
  text_queue: TextQueueRow
  texts: TextRow
  text_terms: TextTermRow
  versions: VersionRow
  blobs: BlobRow
  small_contents: SmallContentRow
  uploads: UploadRow
  upload_blocks: UploadBlockRow
  upload_claims: UploadClaimRow
  upload_proofs: UploadProofRow
  changes: ChangeRow
  gone_nodes: GoneNodeRow
  folder_seqs: FolderSeqRow
  tasks: TaskRow
  tus_uploads: TusUploadRow
  tus_pieces: TusPieceRow
  chunk_folders: ChunkFolderRow
  chunks: ChunkRow
  archives: ArchiveRow
  archive_parts: ArchivePartRow
  content_checksums: ContentChecksumRow
  blob_checksums: BlobChecksumRow
  thumbnail_jobs: ThumbnailJobRow
  thumbnails: ThumbnailRow
  upkeep: UpkeepRow
  counters: CounterRow
  server_values: ServerValueRow
}

/** The latest run of a command. */
export interface UpkeepRow {
  name: 'backup' | 'check'
  ran_at: number
  /** JSON. */
  found: string
}

/** What a client said that a content adds up to, where all of its bytes were held against it. */
export interface BlobChecksumRow {
  drive_id: string
  blob_id: string
  algorithm: string
  /** Hexadecimal. */
  value: string
}

/** What is counted for the whole server. */
export interface CounterRow {
  name: 'node_numbers'
  /** The first that was not taken. */
  value: number
}

/** What the server knows of itself; it is no secret. */
export interface ServerValueRow {
  name: 'fingerprint'
  value: string
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

/** One way to give a second proof. */
export interface TwoFactorRow {
  sub: string
  method: 'TOTP' | 'SMS' | 'EMAIL' | 'PASSKEY'
  /** Sealed; TOTP alone has one. */
  secret: string | null
  /** Since when it is asked for. */
  confirmed_at: number | null
  /** The last TOTP step that was used: it and those before it work no more. */
  last_step: number | null
  created_at: number
}

export interface RecoveryCodeRow {
  sub: string
  hash: string
  used_at: number | null
}

export interface PasskeyRow {
  /** The credential id, base64url. */
  id: string
  sub: string
  /** COSE, base64url. */
  public_key: string
  counter: number
  /** JSON list. */
  transports: string
  name: string
  is_backed_up: number
  created_at: number
  last_used_at: number | null
}

/** A device that may skip the second step for a while. */
export interface TrustedDeviceRow {
  id: string
  sub: string
  device_id: string
  token_hash: string
  name: string | null
  created_at: number
  last_used_at: number
  expires_at: number
}

/** A password with which a program opens files; see decision 045. */
export interface AppPasswordRow {
  id: string
  sub: string
  /** A keyed hash. */
  hash: string
  name: string
  read_only: number
  /** Both or neither: the one folder that it opens. */
  folder_drive_id: string | null
  folder_id: string | null
  created_at: number
  expires_at: number | null
  last_used_at: number | null
  last_address: string | null
  last_user_agent: string | null
}

/** An app of somebody else, registered by an administrator. */
export interface AppRow {
  id: string
  name: string
  description: string | null
  picture: string | null
  url: string | null
  /** JSON list; compared letter by letter. */
  redirect_uris: string
  sign_out_uris: string
  /** All that it may ever ask for, space-separated. */
  scope: string
  /** SHA-256; a public client has none. */
  secret_hash: string | null
  /** How its ID tokens are signed. */
  id_token_alg: 'RS256' | 'ES256'
  requires_pkce: number
  is_enabled: number
  created_by: string
  created_at: number
  updated_at: number
}

/** What a person has allowed an app. */
export interface AppGrantRow {
  sub: string
  client_id: string
  scope: string
  created_at: number
  last_used_at: number
}

export interface AuthorizationCodeRow {
  hash: string
  client_id: string
  sub: string
  redirect_uri: string
  scope: string
  /** S256; empty where the app need not use PKCE and did not. */
  code_challenge: string
  nonce: string | null
  /** The session that the code was exchanged for: it ends when the code comes again. */
  session_id: string | null
  created_at: number
  expires_at: number
  used_at: number | null
  /** The session in which the person agreed. */
  source_session_id: string | null
}

export interface DeviceCodeRow {
  hash: string
  user_code: string
  client_id: string
  scope: string
  /** JSON: what the approving person is shown. */
  meta: string
  state: 'WAITING_CONNECT' | 'WAITING_CONSENT' | 'ACCOMPLISHED' | 'ACCESS_DENIED'
  sub: string | null
  interval_ms: number
  polled_at: number | null
  created_at: number
  expires_at: number
  used_at: number | null
  /** The session in which the person agreed. */
  source_session_id: string | null
}

/** A program that waits for a person to let it in, until it has its password. */
export interface AppLoginRow {
  /** Of the token in the address of the page. */
  page_hash: string
  /** Of the token of the program; null for one to which the browser brings the password. */
  poll_hash: string | null
  name: string
  address: string
  user_agent: string | null
  /** Who has agreed, */
  sub: string | null
  /** and in which session. */
  session_id: string | null
  created_at: number
  expires_at: number
}

/** A third party that an administrator has set up; those in the environment are not rows. */
export interface ProviderSettingsRow {
  id: string
  /** JSON; its secret is sealed. */
  settings: string
  is_enabled: number
  updated_at: number
}

export interface ProviderLinkRow {
  provider_id: string
  provider_user_id: string
  sub: string
  name: string | null
  created_at: number
}

/** Somebody is at a third party's page and will come back with this state, once. */
export interface ProviderStateRow {
  hash: string
  provider_id: string
  client_id: string
  device_id: string | null
  redirect_uri: string
  nonce: string
  /** Sealed; null when the caller keeps its own. */
  code_verifier: string | null
  expires_at: number
  used_at: number | null
}

export interface ProviderTokenRow {
  hash: string
  provider_id: string
  provider_user_id: string
  /** JSON. */
  profile: string
  expires_at: number
  used_at: number | null
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

export interface DriveRow {
  id: string
  /** Of a team drive, which has no owner, `team:` and its id. */
  owner_sub: string
  /** Of a team drive; null for the drive of a person. */
  name: string | null
  /** Who made a team drive, as long as their account is there. */
  made_by: string | null
  /** Nobody reaches it since then, and its rows are being removed. */
  deleted_at: number | null
  root_id: string
  quota_bytes: number | null
  used_bytes: number
  /** Promised to uploads that are under way. */
  reserved_bytes: number
  seq: number
  /** Changes up to here are no longer listed: a reader with an older cursor must start again. */
  forgotten_seq: number
  /** The tree of the drive is known at this number and at every later one. */
  history_from_seq: number
  /** The changes up to here are counted in `folder_seqs`. */
  folder_seqs_at: number
  /** A node that is made at a `seq` has this number plus that one, */
  number_base: number
  /** before this one. */
  numbers_until_seq: number
  /** No lock of a client lasts longer than this; 0 where there was none. */
  locked_until: number
  created_at: number
}

/** A write lock (RFC 4918) on a file or folder: until then, only who has its token changes it. */
export interface NodeLockRow {
  drive_id: string
  token: string
  node_id: string
  person_sub: string
  is_shared: number
  /** Whether all that is below it is locked too. */
  is_deep: number
  /** What the client says about who holds it, as XML. */
  owner: string | null
  /** By what the person was signed in; of these one, or none for locks of the server's first versions. */
  app_password_id: string | null
  session_id: string | null
  created_at: number
  expires_at: number
}

/** What a client has written down about a file or folder, and nobody else reads. */
export interface NodePropertyRow {
  drive_id: string
  node_id: string
  namespace: string
  name: string
  /** The whole element, good without anything around it. */
  xml: string
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

/** Somebody has a role on a node, and on all that is below it. It belongs to the drive that it opens. */
export interface GrantRow {
  drive_id: string
  id: string
  node_id: string
  /**
   * `person:` and a sub, `group:` and an id, `email:` and an address for whoever has proven it, or `link`
   * for anyone with the link.
   */
  grantee: string
  role: 'manager' | 'editor' | 'contributor' | 'viewer' | 'drop'
  /** Whose rights bound it: who granted it. */
  created_by: string
  created_at: number
  /** Null where it does not end by itself. */
  expires_at: number | null
  /** Raised by every change that ends what was made from it: visits, signed links. */
  epoch: number
  /** What the granter wrote to the grantee; of a link, to those who manage it. */
  note: string | null
  /** By which clients that sync know it; null until one of them asks. */
  number?: number | null | undefined
}

/** Raised whenever a grant of this grantee changes, in any drive. */
export interface GranteeSeqRow {
  grantee: string
  seq: number
}

/** What a link allows beside its grant, of which it is a part. */
export interface LinkRow {
  drive_id: string
  grant_id: string
  /** SHA-256 of the token: whoever reads the table cannot open a link. */
  token_hash: string
  /** The token itself, for those who manage the link; only the server can read it. */
  sealed_token: string
  /** The token, where somebody has chosen it. */
  custom_name: string | null
  password_hash: string | null
  label: string | null
  allows_download: number
  download_limit: number | null
  asks_name: number
  max_file_bytes: number | null
  max_total_bytes: number | null
  /** All that has arrived by the link, also what is gone since. */
  received_bytes: number
  /** A JSON list; null where all types are welcome. */
  types: string | null
  /** When nothing arrives any more. */
  deadline: number | null
  /** Whether visitors prove a mail address before they come in. */
  asks_email: number
  /** When its owner and its maker get mails about what arrives; null as they have chosen for all. */
  arrival_mail: 'at_once' | 'daily' | 'never' | null
}

/** A visitor of a link who is known by name. */
export interface LinkVisitorRow {
  drive_id: string
  grant_id: string
  visitor_id: string
  name: string
  /** Of a visitor who was signed in. */
  sub: string | null
  seen_at: number
  /** Proven by a code. */
  email: string | null
}

/** A visitor downloads something by a link: at first a place is held, and counts once all was sent. */
export interface LinkDownloadRow {
  drive_id: string
  grant_id: string
  visitor_id: string
  /** One version of a file, or one archive. */
  item: string
  held_until: number
  completed_at: number | null
}

/** A file that a visitor has sent by a link. */
export interface LinkArrivalRow {
  drive_id: string
  grant_id: string
  node_id: string
  visitor_id: string
  arrived_at: number
}

/** What administrators have decided about all links. */
export interface LinkPolicyRow {
  name: string
  is_on: number
  needs_password: number
  /** Null is no limit. */
  max_days: number | null
  /** Whether a custom name needs no password. */
  open_names: number
}

/** What one person is told about one node. Names are looked up when it is read: they may have been hidden since. */
export interface InboxMessageRow {
  drive_id: string
  id: string
  person_sub: string
  kind:
    | 'shared_with_you'
    | 'role_changed'
    | 'access_ended'
    | 'drop_arrived'
    | 'access_asked'
    | 'transfer_offered'
    | 'transfer_answered'
    | 'manager_appointed'
  node_id: string
  /** Null for the server itself, and for visitors of a link. */
  actor_sub: string | null
  role: GrantRow['role'] | null
  /** Of arrivals: how many files. */
  amount: number | null
  /** Of arrivals: a JSON list of names that visitors have given. */
  senders: string | null
  /** Of a request or an offer: what the person wrote. Of an answer to an offer: the name of what was offered. */
  text: string | null
  /** Of a request for access, an offer and the answer to one. */
  state: 'open' | 'granted' | 'accepted' | 'declined' | null
  began_at: number
  /** Of arrivals: of the last one. */
  created_at: number
  read_at: number | null
  /** When a mail is due; null where none is, or it was sent. */
  mail_at: number | null
}

/** The last word about a share with a group, until all of its people were told. */
export interface GroupMessageRow {
  drive_id: string
  node_id: string
  group_id: string
  id: string
  kind: 'shared_with_you' | 'role_changed' | 'access_ended'
  role: GrantRow['role'] | null
  /** Null for the server itself. */
  actor_sub: string | null
  /** Of the drive: nobody tells them. */
  owner_sub: string
  at: number
  /** The last of the group, in the order of their subs, who was told; empty at first. */
  told_to: string
}

/** When a person gets mails for one kind of message; without a row, when most people want them. */
export interface InboxSettingRow {
  person_sub: string
  kind: InboxMessageRow['kind']
  mail: 'at_once' | 'daily' | 'never'
}

/** A node that somebody wants to hand over to another person. It is open until `task_id` is set, or it expires. */
export interface OfferRow {
  /** Where the node is. */
  drive_id: string
  id: string
  node_id: string
  from_sub: string
  to_sub: string
  note: string | null
  /** 1 where the giver becomes an editor. */
  keeps_editing: number
  /** The grant that lets the receiver look at the node; null where they see it anyway. */
  grant_id: string | null
  created_at: number
  expires_at: number
  /** The move that hands it over; null while it is open. */
  task_drive_id: string | null
  task_id: string | null
}

export interface NodeRow {
  drive_id: string
  id: string
  /** Null for the root, and for what was itself put in the trash or deleted. */
  parent_id: string | null
  kind: 'folder' | 'file'
  name: string
  /** Folders first, then natural order: one index serves the listing. */
  sort_key: string
  size: number
  version_id: string | null
  /** Of its current content, as the version has it: a list reads no other table. */
  hash: string | null
  mime_type: string | null
  revision: number
  created_at: number
  /** As its author's machine says, where it told us. */
  modified_at: number
  /** What a listing by kind goes by: the ending of the name, in lower case. */
  type: string
  /** When the content last came here, whatever its own date. */
  touched_at: number
  description: string | null
  /** All of `node_tags` in their order with a mark between them; null where there is none. */
  tag_list: string | null
  trashed_at: number | null
  /** The folder that it was thrown away from. */
  trashed_from: string | null
  /** The task that removes it for good, with all that is below: nobody finds it any more. */
  deleted_by: string | null
  /** The name as it is looked for; null while its terms are not there yet. */
  search_name: string | null
  /** When the camera says that it took the content; null where nothing says so. */
  taken_at: number | null
  /** Who added it; null for the owner of the drive. */
  created_by: string | null
  /** Its own on the whole server, and for as long as it lives. */
  number: number
}

/** Where somebody may begin to type a name. */
export interface NameTermRow {
  drive_id: string
  term: string
  node_id: string
  /** That of the node. */
  touched_at: number
}

/** A version whose text is still to be read. */
export interface TextQueueRow {
  drive_id: string
  version_id: string
}

/** A content that was read for its text. */
export interface TextRow {
  drive_id: string
  blob_id: string
  /** Null where it turned out to be no text. */
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | null
  /** All of its terms, each with a space before it. */
  terms: string
  /** When the content was removed: the terms follow. */
  gone_at: number | null
}

/** A word of a text. */
export interface TextTermRow {
  drive_id: string
  term: string
  blob_id: string
  /** The offset of its first occurrence. */
  at: number
}

export interface NodeTagRow {
  drive_id: string
  node_id: string
  tag: string
}

/** A person's own name for what is shared with them; nobody else sees it. It goes with the grant. */
export interface ShareAliasRow {
  drive_id: string
  grant_id: string
  person_sub: string
  alias: string
}

/** Where a node leads that is a shortcut: to a node of any drive, which may be gone. */
export interface ShortcutRow {
  drive_id: string
  node_id: string
  target_drive_id: string
  target_id: string
}

/** What one person has marked for themselves; nobody else sees it. */
export interface NodeMarkRow {
  drive_id: string
  node_id: string
  person_sub: string
  /** Null where they have not starred it. */
  starred_at: number | null
  /** When they last opened it; null where they never did. */
  opened_at: number | null
}

export interface VersionRow {
  drive_id: string
  id: string
  node_id: string
  blob_id: string
  size: number
  hash: string
  created_at: number
  /** A version with a name stays until somebody removes it. */
  name: string | null
  created_by: string | null
}

export interface BlobRow {
  drive_id: string
  id: string
  size: number
  /** With the name of its algorithm; bare, it is SHA-256. Null while it is being written. */
  hash: string | null
  /** How many versions point here; at zero it waits for collection. */
  refs: number
  /** What the blob store wants back to go on with an open blob; empty where the bytes lie in a row. */
  draft: string
  created_at: number
  unused_since: number | null
}

/** The bytes of a blob that is too small for a file of its own. */
export interface SmallContentRow {
  drive_id: string
  blob_id: string
  bytes: Uint8Array
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
  /** Room in the drive that is promised to it; nothing more once it is committed. */
  reserved: number
  /** What its blocks are hashed by. */
  hash_algorithm: HashAlgorithm
  /** Of each block as the caller announced them, one after the other. */
  announced_hashes: string | null
  /** Block ranges [first, last] that are not here yet, as JSON. */
  missing: string
  created_at: number
  expires_at: number
  /** Once committed, the row stays for a while, so that a repeated commit gives the same file. */
  committed_node_id: string | null
  /** Whose upload it is; null for the owner of the drive. Nobody else sees it. */
  created_by: string | null
  /** The upload that is being made of it; while that is open, this one is of no other use. */
  part_of: string | null
}

export interface UploadBlockRow {
  drive_id: string
  upload_id: string
  block: number
  /** By the upload's algorithm, with its name. */
  hash: string
}

export interface ChangeRow {
  drive_id: string
  seq: number
  node_id: string
  type: 'created' | 'updated' | 'deleted'
  at: number
  actor_sub: string
  /** What the person did, for the history of the drive. */
  action: string | null
  /** What belongs to the action, as JSON: its name then, where it was before. */
  data: string | null
  /**
   * What the node was before: its folder, or the one that it was thrown away from. All are null for a
   * new node, and for a change that left its place in the tree and its content as they were.
   */
  old_parent_id: string | null
  old_name: string | null
  /** Null for a folder. */
  old_version_id: string | null
  old_size: number | null
  old_modified_at: number | null
  /** Set where it was in the trash itself. */
  old_trashed_at: number | null
  /** A change of this person's own marks, which nobody else is told of; null for all others. */
  private_to: string | null
}

/** A node that was removed for good because a folder above it was deleted: no change tells of it. */
export interface GoneNodeRow {
  drive_id: string
  id: string
  /** It was there before this number. */
  seq: number
  parent_id: string
  name: string
  /** Null for a folder. */
  version_id: string | null
  size: number
  modified_at: number
}

/** The number of the last change of a folder or of anything below it; none where nothing has changed. */
export interface FolderSeqRow {
  drive_id: string
  node_id: string
  seq: number
}

/** Work of a drive that takes longer than a call. */
export interface TaskRow {
  drive_id: string
  id: string
  kind: string
  phase: 'pending' | 'running' | 'complete' | 'failed' | 'cancelled'
  actor_sub: string
  /** What it is to do, as JSON. */
  input: string
  /** How far it has come, as JSON of its own kind; written in the transaction that did the step. */
  cursor: string | null
  done: number
  total: number | null
  /** What could not be done and why, as JSON: how many in all, and the first of them. */
  failures: string
  created_at: number
  updated_at: number
  ended_at: number | null
  /** Until then one process works on it; after that another may. */
  leased_until: number | null
  /** How often it was taken up since it last came further. */
  attempts: number
  /** Bytes that the drive has promised to it and that it has not used yet. */
  reserved: number
  /** Of an undo: how many nodes stay where they are, because they were added or changed since. */
  kept: number
}

/** Blocks that some request is writing. */
export interface UploadClaimRow {
  drive_id: string
  upload_id: string
  id: string
  first_block: number
  last_block: number
  expires_at: number
}

/** What was asked of somebody who says to have the content already. */
export interface UploadProofRow {
  drive_id: string
  upload_id: string
  prover_sub: string
  nonce: string
  created_at: number
  /** It is looked at once. */
  used_at: number | null
}

/** What a tus client said of an upload, beside what every upload has. */
/** Where a client puts the pieces of a file, under a name of its own. */
export interface ChunkFolderRow {
  person_sub: string
  name: string
  /** Whose quota the pieces take, */
  drive_id: string
  /** and a folder of it in which the person may add files. */
  parent_id: string
  expires_at: number
}

/** One piece: an upload that never becomes a file by itself. */
export interface ChunkRow {
  person_sub: string
  folder: string
  /** The number in its name: which one it is, or at which byte it begins. */
  position: number
  name: string
  drive_id: string
  upload_id: string
  size: number
  stored_at: number
}

export interface TusUploadRow {
  drive_id: string
  upload_id: string
  /** A partial one becomes a piece of a final one, and no file of its own. */
  kind: 'whole' | 'partial' | 'final'
  conflict: 'fail' | 'rename' | 'replace'
  /** As it came, for who asks again. */
  metadata: string | null
  /** The uploads that a final one is made of, in their order, as JSON. */
  partial_ids: string | null
}

/** Bytes of a block that has begun; they go into the blob when it is full. */
export interface TusPieceRow {
  drive_id: string
  upload_id: string
  /** Where in the upload it begins. */
  start: number
  size: number
  bytes: Uint8Array
}

/** A selection of files as it was when its link was made, laid out as a ZIP archive. */
export interface ArchiveRow {
  drive_id: string
  id: string
  name: string
  size: number
  /** Of all that decides its bytes. */
  hash: string
  entries: number
  /** Where the directory of the archive begins. */
  directory_byte: number
  /** Whether all of its parts are written; nobody reads it before. */
  is_complete: number
  created_at: number
  expires_at: number
  /** The selected nodes, as JSON: the reader of the archive must still see each. */
  node_ids: string | null
}

/** Some hundred entries of an archive, one after the other. */
export interface ArchivePartRow {
  drive_id: string
  archive_id: string
  part: number
  /** Where its first entry begins. */
  first_byte: number
  /** Where the directory tells of its first entry. */
  directory_byte: number
  /** JSON. */
  entries: string
}

/** What is known of the CRC-32 of a content: that of so many of its first bytes. */
export interface ContentChecksumRow {
  drive_id: string
  blob_id: string
  bytes: number
  crc32: number
}

/** A content that has thumbnails, or waits for them, or cannot have any. */
export interface ThumbnailJobRow {
  drive_id: string
  blob_id: string
  kind: 'image' | 'video'
  state: 'waiting' | 'made' | 'failed'
  /** Why there are none. */
  problem: string | null
  attempts: number
  /** Until then one process works on it, or nobody tries again. */
  leased_until: number
  created_at: number
  /** What its camera says, once it was read. */
  taken_at: number | null
  /** The rest of that, as JSON; null until an image was read. */
  picture: string | null
}

export interface ThumbnailRow {
  drive_id: string
  /** What it is a picture of. */
  blob_id: string
  /** Pixels of its longer side, at most. */
  size: number
  /** Its own bytes, as a blob that no version points to. */
  picture_id: string
}

import type {
  AccountEventRow,
  AccountExportRow,
  GroupMemberRow,
  GroupRow,
  OutgoingMessageRow,
  PictureRow,
  RateLimitRow,
  RefreshTokenRow,
  SessionRow,
  SpentTokenRow,
  UserRow,
  VerificationRow,
  WebhookDeliveryRow,
  WebhookRow,
} from './tables/accounts.ts'
import type {
  AppGrantRow,
  AppLoginRow,
  AppPasswordRow,
  AppRow,
  AuthorizationCodeRow,
} from './tables/apps.ts'
import type {
  ArchivePartRow,
  ArchiveRow,
  BlobChecksumRow,
  BlobRow,
  ChunkFolderRow,
  ChunkRow,
  ContentChecksumRow,
  SmallContentRow,
  ThumbnailJobRow,
  ThumbnailRow,
  TusPieceRow,
  TusUploadRow,
  UploadBlockRow,
  UploadClaimRow,
  UploadProofRow,
  UploadRow,
  VersionRow,
} from './tables/contents.ts'
import type {
  ChangeRow,
  DriveRow,
  FolderSeqRow,
  GoneNodeRow,
  NameTermRow,
  NodeLockRow,
  NodeMarkRow,
  NodePropertyRow,
  NodeRow,
  NodeTagRow,
  SavedSearchRow,
  ShortcutRow,
  TaskRow,
  TextPieceRow,
  TextQueueRow,
  TextRow,
  TextTermRow,
} from './tables/nodes.ts'
import type { CounterRow, SecretRow, ServerValueRow, UpkeepRow } from './tables/server.ts'
import type {
  GranteeSeqRow,
  GrantRow,
  GroupMessageRow,
  InboxMessageRow,
  InboxSettingRow,
  LinkArrivalRow,
  LinkDownloadRow,
  LinkPolicyRow,
  LinkRow,
  LinkVisitorRow,
  OfferRow,
  ShareAliasRow,
} from './tables/sharing.ts'
import type {
  DeviceCodeRow,
  PasskeyRow,
  ProviderLinkRow,
  ProviderSettingsRow,
  ProviderStateRow,
  ProviderTokenRow,
  RecoveryCodeRow,
  TrustedDeviceRow,
  TwoFactorRow,
} from './tables/sign-in.ts'

export type * from './tables/accounts.ts'
export type * from './tables/apps.ts'
export type * from './tables/contents.ts'
export type * from './tables/nodes.ts'
export type * from './tables/server.ts'
export type * from './tables/sharing.ts'
export type * from './tables/sign-in.ts'

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
  text_pieces: TextPieceRow
  saved_searches: SavedSearchRow
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

import { posix } from 'node:path'
import type { TableUse } from './find-tables.ts'

/** The folder whose stores read and write a table, and who else may, with the reason. */
export interface TableOwner {
  owner: string
  reads?: Readonly<Record<string, string>>
  writes?: Readonly<Record<string, string>>
}

const CHECK = 'awan check compares tables with one another, and repairs them'
const WHOLE_DRIVE = 'a drive is removed or merged as a whole'
const BACKUP = 'a restored database drops what no backup holds'
const ONE_QUERY = 'a query joins it with the table that it is ordered by'
const COUNTS = 'the administration counts what waits'

/** By folder of apps/server/src. A query of another folder asks the owner, or takes a query of the owner further. */
export const tableOwners = {
  secrets: { owner: 'db' },
  upkeep: { owner: 'db' },
  server_values: { owner: 'db' },

  users: { owner: 'account/users' },
  sessions: { owner: 'account/sessions' },
  refresh_tokens: { owner: 'account/tokens' },
  spent_tokens: { owner: 'account/tokens' },
  verifications: { owner: 'account/verification' },
  account_events: { owner: 'account/events' },
  rate_limits: { owner: 'account/limits' },
  two_factors: { owner: 'account/two-factor' },
  recovery_codes: { owner: 'account/two-factor' },
  passkeys: { owner: 'account/passkeys' },
  trusted_devices: { owner: 'account/trusted-devices' },
  app_passwords: { owner: 'account/app-passwords' },
  apps: { owner: 'account/apps' },
  app_grants: { owner: 'account/apps' },
  authorization_codes: { owner: 'account/authorize' },
  device_codes: { owner: 'account/device-code' },
  app_logins: { owner: 'account/app-logins' },
  provider_settings: { owner: 'account/providers' },
  provider_links: { owner: 'account/providers' },
  provider_states: { owner: 'account/providers' },
  provider_tokens: { owner: 'account/providers' },
  outgoing_messages: { owner: 'account/notices' },
  webhooks: { owner: 'account/webhooks' },
  webhook_deliveries: { owner: 'account/webhooks' },
  account_exports: { owner: 'account/export' },
  pictures: { owner: 'account/profile' },
  groups: { owner: 'account/groups' },
  group_members: { owner: 'account/groups' },

  drives: {
    owner: 'drive/drives',
    reads: {
      'drive/access': ONE_QUERY,
      'drive/changes': ONE_QUERY,
      'drive/check': CHECK,
      'drive/history': ONE_QUERY,
      'drive/jobs': ONE_QUERY,
      'drive/quota': ONE_QUERY,
      'drive/share-links': ONE_QUERY,
      'drive/usage': ONE_QUERY,
    },
    writes: {
      'command/backup': BACKUP,
      'drive/account-files': WHOLE_DRIVE,
      'drive/access': 'until when something is locked is in the row of the drive',
      'drive/changes': 'the number of the last change is in the row of the drive',
      'drive/check': CHECK,
      'drive/history': 'how far folders are counted is in the row of the drive',
      'drive/quota': 'what is used is in the row of the drive',
    },
  },
  grants: { owner: 'drive/access', reads: { 'drive/share-links': ONE_QUERY } },
  links: {
    owner: 'drive/share-links',
    reads: { 'drive/access': 'what a link allows is part of what its visitor reaches' },
  },
  link_visitors: { owner: 'drive/share-links' },
  link_downloads: { owner: 'drive/share-links' },
  link_arrivals: { owner: 'drive/share-links' },
  link_policy: { owner: 'drive/access' },
  share_aliases: { owner: 'drive/access' },
  offers: { owner: 'drive/offers' },
  shortcuts: { owner: 'drive/shortcuts', reads: { 'drive/check': CHECK } },
  inbox_messages: { owner: 'drive/inbox' },
  inbox_settings: { owner: 'drive/inbox' },
  group_messages: { owner: 'drive/inbox' },
  nodes: {
    owner: 'drive/nodes',
    reads: {
      'drive/access': 'only this folder finds a node by its id',
      'drive/archives': ONE_QUERY,
      'drive/check': CHECK,
      'drive/account-files': WHOLE_DRIVE,
      'drive/history': ONE_QUERY,
      'drive/lists': ONE_QUERY,
      'drive/marks': ONE_QUERY,
      'drive/search': ONE_QUERY,
      'drive/trash': ONE_QUERY,
      'drive/usage': COUNTS,
      'drive/versions': ONE_QUERY,
    },
    writes: {
      'drive/check': CHECK,
      'drive/account-files': WHOLE_DRIVE,
      'drive/thumbnails': 'a picture says when it was taken',
      'drive/trash': 'what is deleted for good is removed step by step',
    },
  },
  node_tags: {
    owner: 'drive/nodes',
    reads: { 'drive/check': CHECK, 'drive/lists': ONE_QUERY },
    writes: { 'drive/check': CHECK, 'drive/trash': 'tags go with their nodes' },
  },
  node_marks: { owner: 'drive/marks' },
  node_locks: { owner: 'drive/access' },
  node_properties: { owner: 'drive/properties' },
  name_terms: { owner: 'drive/nodes', reads: { 'drive/search': ONE_QUERY } },
  text_queue: {
    owner: 'drive/search',
    reads: { 'drive/jobs': COUNTS },
    writes: {
      'drive/account-files': WHOLE_DRIVE,
      'drive/nodes': 'a node that changes is queued with it',
    },
  },
  texts: {
    owner: 'drive/search',
    reads: { 'drive/account-files': WHOLE_DRIVE },
    writes: { 'drive/account-files': WHOLE_DRIVE },
  },
  text_terms: { owner: 'drive/search' },
  text_pieces: { owner: 'drive/search' },
  saved_searches: { owner: 'drive/saved-searches' },
  versions: {
    owner: 'drive/versions',
    reads: {
      'drive/archives': ONE_QUERY,
      'drive/check': CHECK,
      'drive/contents': ONE_QUERY,
      'drive/account-files': WHOLE_DRIVE,
      'drive/search': ONE_QUERY,
      'drive/thumbnails': ONE_QUERY,
    },
    writes: { 'drive/contents': 'a version holds a content', 'drive/account-files': WHOLE_DRIVE },
  },
  blobs: {
    owner: 'drive/contents',
    reads: {
      'command/backup': BACKUP,
      'drive/archives': ONE_QUERY,
      'drive/check': CHECK,
      'drive/account-files': WHOLE_DRIVE,
      'drive/search': ONE_QUERY,
      'drive/thumbnails': ONE_QUERY,
    },
    writes: {
      'command/backup': BACKUP,
      'drive/check': CHECK,
      'drive/account-files': WHOLE_DRIVE,
      'drive/thumbnails': 'a thumbnail is a content',
    },
  },
  small_contents: { owner: 'drive/contents', reads: { 'drive/check': CHECK } },
  uploads: {
    owner: 'drive/uploads',
    reads: {
      'drive/check': CHECK,
      'drive/chunks': ONE_QUERY,
      'drive/contents': ONE_QUERY,
      'drive/jobs': COUNTS,
      'drive/tus': ONE_QUERY,
    },
    writes: { 'command/backup': BACKUP, 'drive/tus': 'an upload by tus is an upload' },
  },
  upload_blocks: { owner: 'drive/uploads' },
  upload_claims: { owner: 'drive/uploads' },
  upload_proofs: { owner: 'drive/uploads' },
  changes: {
    owner: 'drive/changes',
    reads: { 'drive/activity': ONE_QUERY, 'drive/check': CHECK, 'drive/history': ONE_QUERY },
  },
  grantee_seqs: { owner: 'drive/changes' },
  gone_nodes: { owner: 'drive/changes', reads: { 'drive/history': ONE_QUERY } },
  folder_seqs: { owner: 'drive/history', writes: { 'drive/account-files': WHOLE_DRIVE } },
  tasks: {
    owner: 'drive/tasks',
    reads: {
      'command/backup': BACKUP,
      'drive/account-files': WHOLE_DRIVE,
      'drive/check': CHECK,
      'drive/jobs': COUNTS,
    },
  },
  chunk_folders: { owner: 'drive/chunks' },
  chunks: { owner: 'drive/chunks' },
  tus_uploads: { owner: 'drive/tus' },
  tus_pieces: { owner: 'drive/tus' },
  archives: { owner: 'drive/archives' },
  archive_parts: { owner: 'drive/archives' },
  content_checksums: { owner: 'drive/archives' },
  blob_checksums: { owner: 'drive/contents' },
  thumbnail_jobs: { owner: 'drive/thumbnails', reads: { 'drive/jobs': COUNTS } },
  thumbnails: { owner: 'drive/thumbnails', reads: { 'drive/contents': ONE_QUERY } },
  counters: { owner: 'drive/drives' },
} satisfies Record<string, TableOwner>

export function judgeTables(
  files: readonly { file: string; tables: readonly TableUse[] }[],
  owners: Readonly<Record<string, TableOwner>>,
): string[] {
  return files.flatMap(({ file, tables }) => {
    const folder = posix.dirname(file)
    return tables.flatMap(({ table, writes, line }) => {
      const { owner, ...others } = owners[table] ?? { owner: 'nobody' }
      const allowed = writes ? others.writes : others.reads
      if (folder === owner || Object.hasOwn(allowed ?? {}, folder)) return []
      return `${file}:${line} ${writes ? 'writes' : 'reads'} ${table}
    rule: a table is read and written by the stores of one folder; ${owner} owns the table
    why:  whoever changes a table can then see all that depends on it`
    })
  })
}

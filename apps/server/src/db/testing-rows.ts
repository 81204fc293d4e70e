import type { Writer } from './database.ts'
import type { Tables } from './tables.ts'

/** One row of each table, in an order in which each finds its parents. The compiler holds it whole. */
export const sampleRows: Tables = {
  secrets: { name: 'signing-key', value: 'secret', created_at: 1 },
  users: {
    sub: 'user',
    username: 'sari',
    email: 'sari@example.org',
    email_verified: 1,
    phone_number: '+6281234567',
    name: 'Sari 莎丽',
    picture: 'https://example.org/sari.png',
    locale: 'id',
    password_hash: '$argon2id$',
    password_updated_at: 1,
    status: 'ACTIVE',
    is_admin: 0,
    created_at: 1_700_000_000_000,
    updated_at: Number.MAX_SAFE_INTEGER,
  },
  sessions: {
    id: 'session',
    sub: 'user',
    client_id: 'awan-web',
    scope: 'user',
    device_id: 'device',
    device_name: 'Telepon Sari',
    user_agent: 'Mozilla/5.0',
    created_at: 1,
    last_seen_at: 2,
    ended_at: 3,
  },
  refresh_tokens: {
    hash: 'hash',
    session_id: 'session',
    created_at: 1,
    expires_at: 2,
    used_at: 1,
  },
  verifications: {
    id: 'verification',
    channel: 'email',
    contact: 'sari@example.org',
    purpose: 'SIGN_UP',
    client_id: 'awan-web',
    code_hash: 'hash',
    tries: 1,
    created_at: 1,
    expires_at: 2,
    token_hash: 'hash',
    token_expires_at: 3,
    used_at: 2,
  },
  spent_tokens: { id: 'captcha', expires_at: 2 },
  account_events: { id: 'event', sub: 'user', type: 'sign_in', at: 1, envelope: '{}' },
  rate_limits: { key: 'sign-in:127.0.0.1', points: 3, expires_at: 2 },
  drives: {
    id: 'drive',
    owner_sub: 'user',
    root_id: 'root',
    quota_bytes: 10 * 2 ** 40,
    used_bytes: 0,
    seq: 1,
    created_at: 1,
  },
  nodes: {
    drive_id: 'drive',
    id: 'node',
    parent_id: 'root',
    kind: 'file',
    name: 'Foto 😀.jpg',
    sort_key: '1foto 😀.jpg',
    size: 5 * 2 ** 40,
    version_id: 'version',
    mime_type: 'image/jpeg',
    revision: 1,
    created_at: 1,
    modified_at: 1,
  },
  blobs: {
    drive_id: 'drive',
    id: 'blob',
    size: 5,
    hash: 'hash',
    refs: 1,
    draft: '{}',
    created_at: 1,
    unused_since: 2,
  },
  versions: {
    drive_id: 'drive',
    id: 'version',
    node_id: 'node',
    blob_id: 'blob',
    size: 5,
    hash: 'hash',
    created_at: 1,
  },
  uploads: {
    drive_id: 'drive',
    id: 'upload',
    parent_id: 'root',
    name: 'Foto.jpg',
    size: 5,
    mime_type: 'image/jpeg',
    modified_at: 1,
    blob_id: 'blob',
    blocks_per_put: 4,
    announced_hashes: 'abcd',
    missing: '[[0,1]]',
    created_at: 1,
    expires_at: 2,
    committed_node_id: 'node',
  },
  upload_blocks: { drive_id: 'drive', upload_id: 'upload', block: 0, hash: 'hash' },
  changes: {
    drive_id: 'drive',
    seq: 1,
    node_id: 'node',
    type: 'created',
    at: 1,
    actor_sub: 'user',
  },
}

/** The nullable columns of each table, which the compiler knows from the row types. */
export const nullColumns: { [T in keyof Tables]: NullsOf<Tables[T]> } = {
  secrets: {},
  users: {
    username: null,
    email: null,
    phone_number: null,
    picture: null,
    locale: null,
    password_hash: null,
    password_updated_at: null,
  },
  sessions: { device_id: null, device_name: null, user_agent: null, ended_at: null },
  refresh_tokens: { used_at: null },
  verifications: { token_hash: null, token_expires_at: null, used_at: null },
  spent_tokens: {},
  account_events: {},
  rate_limits: {},
  drives: { quota_bytes: null },
  nodes: { parent_id: null, version_id: null, mime_type: null },
  blobs: { hash: null, unused_since: null },
  versions: {},
  uploads: {
    mime_type: null,
    modified_at: null,
    announced_hashes: null,
    committed_node_id: null,
  },
  upload_blocks: {},
  changes: {},
}

type NullsOf<Row> = { [C in keyof Row as null extends Row[C] ? C : never]: null }

export const tableNames = Object.keys(sampleRows) as (keyof Tables)[]

export async function insertSample(
  writer: Writer,
  table: keyof Tables,
  change: object = {},
): Promise<void> {
  await writer
    .insertInto(table)
    .values({ ...sampleRows[table], ...change } as never)
    .execute()
}

/** A row in every table, and the root that the sample node lies in. */
export async function insertSamples(
  writer: Writer,
  before: keyof Tables | 'the end' = 'the end',
): Promise<void> {
  for (const table of tableNames) {
    if (table === 'nodes') {
      await insertSample(writer, 'nodes', { id: 'root', parent_id: null, name: '' })
    }
    if (table === before) return
    await insertSample(writer, table)
  }
}

import type { LinkRow } from '../../db/tables.ts'

/** Every column by its name, for what is built once. */
export const LINK_COLUMNS = [
  'links.drive_id',
  'links.grant_id',
  'links.token_hash',
  'links.sealed_token',
  'links.custom_name',
  'links.password_hash',
  'links.label',
  'links.allows_download',
  'links.download_limit',
  'links.asks_name',
  'links.max_file_bytes',
  'links.max_total_bytes',
  'links.received_bytes',
  'links.types',
  'links.deadline',
  'links.asks_email',
  'links.arrival_mail',
] as const satisfies `links.${keyof LinkRow}`[]

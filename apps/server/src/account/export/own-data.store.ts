import type { Reader } from '../../db/database.ts'

/**
 * What the account holds about a person, column by column: a hash, a key or a sealed secret is nothing
 * that they told us and nothing that should lie in a downloads folder.
 */
export const ownData = {
  'picture.json': (reader: Reader, sub: string) =>
    reader
      .selectFrom('pictures')
      .select(['content_type', 'content', 'created_at'])
      .where('sub', '=', sub)
      .execute(),
  'sessions.json': (reader: Reader, sub: string) =>
    reader
      .selectFrom('sessions')
      .select(['id', 'client_id', 'scope', 'device_id', 'device_name', 'user_agent'])
      .select(['created_at', 'last_seen_at', 'ended_at'])
      .where('sub', '=', sub)
      .orderBy('id')
      .execute(),
  'apps.json': (reader: Reader, sub: string) =>
    reader
      .selectFrom('app_grants')
      .select(['client_id', 'scope', 'created_at', 'last_used_at'])
      .where('sub', '=', sub)
      .orderBy('client_id')
      .execute(),
  'third-parties.json': (reader: Reader, sub: string) =>
    reader
      .selectFrom('provider_links')
      .select(['provider_id', 'provider_user_id', 'name', 'created_at'])
      .where('sub', '=', sub)
      .orderBy('provider_id')
      .execute(),
  'passkeys.json': (reader: Reader, sub: string) =>
    reader
      .selectFrom('passkeys')
      .select(['id', 'name', 'transports', 'is_backed_up', 'created_at', 'last_used_at'])
      .where('sub', '=', sub)
      .orderBy('id')
      .execute(),
  'second-steps.json': (reader: Reader, sub: string) =>
    reader
      .selectFrom('two_factors')
      .select(['method', 'confirmed_at', 'created_at'])
      .where('sub', '=', sub)
      .orderBy('method')
      .execute(),
  'trusted-devices.json': (reader: Reader, sub: string) =>
    reader
      .selectFrom('trusted_devices')
      .select(['id', 'device_id', 'name', 'created_at', 'last_used_at', 'expires_at'])
      .where('sub', '=', sub)
      .orderBy('id')
      .execute(),
} as const

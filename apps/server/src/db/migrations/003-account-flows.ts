import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ColumnTypes } from '../column-types.ts'
import type { Migration } from '../migrate.ts'

type Schema = Kysely<unknown>['schema']

/** Second steps, passkeys, other apps, devices, third parties, deletion, export, webhooks. */
export const accountFlows: Migration = {
  name: '003-account-flows',
  async up(schema, types) {
    await extendUsers(schema, types)
    await extendSessions(schema, types)
    await schema.alterTable('refresh_tokens').addColumn('seen_at', types.integer).execute()
    await createSecondSteps(schema, types)
    await createApps(schema, types)
    await createProviders(schema, types)
    await createQueues(schema, types)
  },
}

async function extendUsers(schema: Schema, { text, integer }: ColumnTypes): Promise<void> {
  for (const column of ['gender', 'birthdate', 'zoneinfo', 'address', 'created_from']) {
    await schema.alterTable('users').addColumn(column, text).execute()
  }
  await schema
    .alterTable('users')
    .addColumn('password_reset_required', integer, (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('users').addColumn('deletion_due_at', integer).execute()
  await schema
    .alterTable('users')
    .addColumn('deletion_is_final', integer, (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .createIndex('users_by_deletion')
    .on('users')
    .column('deletion_due_at')
    .where(sql.ref('deletion_due_at'), 'is not', null)
    .execute()
  // Ids begin with their time: one index gives a type's events in order.
  await schema
    .createIndex('account_events_by_type')
    .on('account_events')
    .columns(['type', 'id'])
    .execute()
  await schema.createIndex('users_by_age').on('users').columns(['created_at', 'sub']).execute()
}

async function extendSessions(schema: Schema, { text }: ColumnTypes): Promise<void> {
  await schema.alterTable('sessions').addColumn('address', text).execute()
  await schema
    .createIndex('sessions_by_end')
    .on('sessions')
    .column('ended_at')
    .where(sql.ref('ended_at'), 'is not', null)
    .execute()
}

async function createSecondSteps(
  schema: Schema,
  { text, integer, inPrimaryKey, inRows }: ColumnTypes,
): Promise<void> {
  await schema
    .createTable('two_factors')
    .addColumn('sub', text, (c) => c.notNull().references('users.sub').onDelete('cascade'))
    .addColumn('method', text, (c) => c.notNull())
    .addColumn('secret', text)
    .addColumn('confirmed_at', integer)
    .addColumn('last_step', integer)
    .addColumn('created_at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('two_factors_key', ['sub', 'method'])
    .modifyEnd(inPrimaryKey)
    .execute()

  await schema
    .createTable('recovery_codes')
    .addColumn('sub', text, (c) => c.notNull().references('users.sub').onDelete('cascade'))
    .addColumn('hash', text, (c) => c.notNull())
    .addColumn('used_at', integer)
    .addPrimaryKeyConstraint('recovery_codes_key', ['sub', 'hash'])
    .modifyEnd(inPrimaryKey)
    .execute()

  await schema
    .createTable('passkeys')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('sub', text, (c) => c.notNull().references('users.sub').onDelete('cascade'))
    .addColumn('public_key', text, (c) => c.notNull())
    .addColumn('counter', integer, (c) => c.notNull())
    .addColumn('transports', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('is_backed_up', integer, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('last_used_at', integer)
    .modifyEnd(inRows)
    .execute()
  await schema.createIndex('passkeys_by_sub').on('passkeys').column('sub').execute()

  await schema
    .createTable('trusted_devices')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('sub', text, (c) => c.notNull().references('users.sub').onDelete('cascade'))
    .addColumn('device_id', text, (c) => c.notNull())
    .addColumn('token_hash', text, (c) => c.notNull())
    .addColumn('name', text)
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('last_used_at', integer, (c) => c.notNull())
    .addColumn('expires_at', integer, (c) => c.notNull())
    .modifyEnd(inRows)
    .execute()
  await schema
    .createIndex('trusted_devices_by_sub')
    .on('trusted_devices')
    .columns(['sub', 'device_id'])
    .execute()
}

async function createApps(
  schema: Schema,
  { text, integer, inPrimaryKey, inRows }: ColumnTypes,
): Promise<void> {
  await schema
    .createTable('apps')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('description', text)
    .addColumn('picture', text)
    .addColumn('url', text)
    .addColumn('redirect_uris', text, (c) => c.notNull())
    .addColumn('sign_out_uris', text, (c) => c.notNull())
    .addColumn('scope', text, (c) => c.notNull())
    .addColumn('secret_hash', text)
    .addColumn('is_enabled', integer, (c) => c.notNull())
    .addColumn('created_by', text, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('updated_at', integer, (c) => c.notNull())
    .modifyEnd(inRows)
    .execute()

  // Without a foreign key to apps: our own apps are not rows.
  await schema
    .createTable('app_grants')
    .addColumn('sub', text, (c) => c.notNull().references('users.sub').onDelete('cascade'))
    .addColumn('client_id', text, (c) => c.notNull())
    .addColumn('scope', text, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('last_used_at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('app_grants_key', ['sub', 'client_id'])
    .modifyEnd(inPrimaryKey)
    .execute()

  await schema
    .createTable('authorization_codes')
    .addColumn('hash', text, (c) => c.primaryKey().notNull())
    .addColumn('client_id', text, (c) => c.notNull())
    .addColumn('sub', text, (c) => c.notNull().references('users.sub').onDelete('cascade'))
    .addColumn('redirect_uri', text, (c) => c.notNull())
    .addColumn('scope', text, (c) => c.notNull())
    .addColumn('code_challenge', text, (c) => c.notNull())
    .addColumn('nonce', text)
    .addColumn('signed_in_at', integer, (c) => c.notNull())
    .addColumn('session_id', text)
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('expires_at', integer, (c) => c.notNull())
    .addColumn('used_at', integer)
    .modifyEnd(inPrimaryKey)
    .execute()
  await schema
    .createIndex('authorization_codes_by_expiry')
    .on('authorization_codes')
    .column('expires_at')
    .execute()

  await schema
    .createTable('device_codes')
    .addColumn('hash', text, (c) => c.primaryKey().notNull())
    .addColumn('user_code', text, (c) => c.notNull().unique())
    .addColumn('client_id', text, (c) => c.notNull())
    .addColumn('scope', text, (c) => c.notNull())
    .addColumn('meta', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('sub', text, (c) => c.references('users.sub').onDelete('cascade'))
    .addColumn('interval_ms', integer, (c) => c.notNull())
    .addColumn('polled_at', integer)
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('expires_at', integer, (c) => c.notNull())
    .addColumn('used_at', integer)
    .modifyEnd(inRows)
    .execute()
  await schema
    .createIndex('device_codes_by_expiry')
    .on('device_codes')
    .column('expires_at')
    .execute()
}

async function createProviders(
  schema: Schema,
  { text, integer, inPrimaryKey, inRows }: ColumnTypes,
): Promise<void> {
  await schema
    .createTable('provider_settings')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('settings', text, (c) => c.notNull())
    .addColumn('is_enabled', integer, (c) => c.notNull())
    .addColumn('updated_at', integer, (c) => c.notNull())
    .modifyEnd(inRows)
    .execute()

  await schema
    .createTable('provider_links')
    .addColumn('provider_id', text, (c) => c.notNull())
    .addColumn('provider_user_id', text, (c) => c.notNull())
    .addColumn('sub', text, (c) => c.notNull().references('users.sub').onDelete('cascade'))
    .addColumn('name', text)
    .addColumn('created_at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('provider_links_key', ['provider_id', 'provider_user_id'])
    .addUniqueConstraint('provider_links_once', ['sub', 'provider_id'])
    .modifyEnd(inPrimaryKey)
    .execute()

  await schema
    .createTable('provider_states')
    .addColumn('hash', text, (c) => c.primaryKey().notNull())
    .addColumn('provider_id', text, (c) => c.notNull())
    .addColumn('client_id', text, (c) => c.notNull())
    .addColumn('device_id', text)
    .addColumn('redirect_uri', text, (c) => c.notNull())
    .addColumn('nonce', text, (c) => c.notNull())
    .addColumn('code_verifier', text)
    .addColumn('expires_at', integer, (c) => c.notNull())
    .addColumn('used_at', integer)
    .modifyEnd(inRows)
    .execute()
  await schema
    .createIndex('provider_states_by_expiry')
    .on('provider_states')
    .column('expires_at')
    .execute()

  await schema
    .createTable('provider_tokens')
    .addColumn('hash', text, (c) => c.primaryKey().notNull())
    .addColumn('provider_id', text, (c) => c.notNull())
    .addColumn('provider_user_id', text, (c) => c.notNull())
    .addColumn('profile', text, (c) => c.notNull())
    .addColumn('expires_at', integer, (c) => c.notNull())
    .addColumn('used_at', integer)
    .modifyEnd(inRows)
    .execute()
  await schema
    .createIndex('provider_tokens_by_expiry')
    .on('provider_tokens')
    .column('expires_at')
    .execute()
}

async function createQueues(schema: Schema, { text, integer, inRows }: ColumnTypes): Promise<void> {
  await schema
    .createTable('outgoing_messages')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('message', text, (c) => c.notNull())
    .addColumn('attempts', integer, (c) => c.notNull())
    .addColumn('next_at', integer, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .modifyEnd(inRows)
    .execute()
  await schema
    .createIndex('outgoing_messages_by_turn')
    .on('outgoing_messages')
    .column('next_at')
    .execute()

  await schema
    .createTable('webhooks')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('url', text, (c) => c.notNull())
    .addColumn('secret', text, (c) => c.notNull())
    .addColumn('event_types', text, (c) => c.notNull())
    .addColumn('is_enabled', integer, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('updated_at', integer, (c) => c.notNull())
    .modifyEnd(inRows)
    .execute()

  await schema
    .createTable('webhook_deliveries')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('webhook_id', text, (c) => c.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('body', text, (c) => c.notNull())
    .addColumn('attempts', integer, (c) => c.notNull())
    .addColumn('next_at', integer)
    .addColumn('last_status', text)
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('delivered_at', integer)
    .modifyEnd(inRows)
    .execute()
  await schema
    .createIndex('webhook_deliveries_by_turn')
    .on('webhook_deliveries')
    .column('next_at')
    .execute()
  await schema
    .createIndex('webhook_deliveries_by_webhook')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'created_at'])
    .execute()

  await schema
    .createTable('account_exports')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('sub', text, (c) => c.notNull().references('users.sub').onDelete('cascade'))
    .addColumn('phase', text, (c) => c.notNull())
    .addColumn('progress', integer, (c) => c.notNull())
    .addColumn('problem', text)
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('updated_at', integer, (c) => c.notNull())
    .addColumn('expires_at', integer, (c) => c.notNull())
    .modifyEnd(inRows)
    .execute()
  await schema
    .createIndex('account_exports_by_sub')
    .on('account_exports')
    .columns(['sub', 'created_at'])
    .execute()
}

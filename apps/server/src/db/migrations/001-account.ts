import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const account: Migration = {
  name: '001-account',
  async up(schema, { text, integer, inPrimaryKey, inRows }) {
    await schema
      .createTable('secrets')
      .addColumn('name', text, (c) => c.primaryKey().notNull())
      .addColumn('value', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .modifyEnd(inPrimaryKey)
      .execute()

    await schema
      .createTable('users')
      .addColumn('sub', text, (c) => c.primaryKey().notNull())
      .addColumn('username', text, (c) => c.unique())
      .addColumn('email', text, (c) => c.unique())
      .addColumn('email_verified', integer, (c) => c.notNull().check(sql`email_verified in (0, 1)`))
      .addColumn('phone_number', text, (c) => c.unique())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('picture', text)
      .addColumn('locale', text)
      .addColumn('password_hash', text)
      .addColumn('password_updated_at', integer)
      .addColumn('status', text, (c) => c.notNull())
      .addColumn('is_admin', integer, (c) => c.notNull().check(sql`is_admin in (0, 1)`))
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('updated_at', integer, (c) => c.notNull())
      .modifyEnd(inRows)
      .execute()

    await schema
      .createTable('sessions')
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('sub', text, (c) => c.notNull().references('users.sub').onDelete('cascade'))
      .addColumn('client_id', text, (c) => c.notNull())
      .addColumn('scope', text, (c) => c.notNull())
      .addColumn('device_id', text)
      .addColumn('device_name', text)
      .addColumn('user_agent', text)
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('last_seen_at', integer, (c) => c.notNull())
      .addColumn('ended_at', integer)
      .modifyEnd(inRows)
      .execute()
    await schema.createIndex('sessions_by_sub').on('sessions').columns(['sub', 'id']).execute()

    await schema
      .createTable('refresh_tokens')
      .addColumn('hash', text, (c) => c.primaryKey().notNull())
      .addColumn('session_id', text, (c) =>
        c.notNull().references('sessions.id').onDelete('cascade'),
      )
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .addColumn('used_at', integer)
      .modifyEnd(inPrimaryKey)
      .execute()
    await schema
      .createIndex('refresh_tokens_by_session')
      .on('refresh_tokens')
      .column('session_id')
      .execute()
    await schema
      .createIndex('refresh_tokens_by_expiry')
      .on('refresh_tokens')
      .column('expires_at')
      .execute()

    await schema
      .createTable('verifications')
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('channel', text, (c) => c.notNull())
      .addColumn('contact', text, (c) => c.notNull())
      .addColumn('purpose', text, (c) => c.notNull())
      .addColumn('client_id', text, (c) => c.notNull())
      .addColumn('code_hash', text, (c) => c.notNull())
      .addColumn('tries', integer, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .addColumn('token_hash', text, (c) => c.unique())
      .addColumn('token_expires_at', integer)
      .addColumn('used_at', integer)
      .modifyEnd(inRows)
      .execute()
    await schema
      .createIndex('verifications_by_contact')
      .on('verifications')
      .columns(['contact', 'created_at'])
      .execute()
    await schema
      .createIndex('verifications_by_expiry')
      .on('verifications')
      .column('expires_at')
      .execute()

    await schema
      .createTable('spent_tokens')
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .modifyEnd(inPrimaryKey)
      .execute()
    await schema
      .createIndex('spent_tokens_by_expiry')
      .on('spent_tokens')
      .column('expires_at')
      .execute()

    // No foreign key: the record that an account was deleted outlives the account.
    await schema
      .createTable('account_events')
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('sub', text, (c) => c.notNull())
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('at', integer, (c) => c.notNull())
      .addColumn('envelope', text, (c) => c.notNull())
      .modifyEnd(inRows)
      .execute()
    await schema
      .createIndex('account_events_by_sub')
      .on('account_events')
      .columns(['sub', 'at', 'id'])
      .execute()

    await schema
      .createTable('rate_limits')
      .addColumn('key', text, (c) => c.primaryKey().notNull())
      .addColumn('points', integer, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .modifyEnd(inPrimaryKey)
      .execute()
    await schema
      .createIndex('rate_limits_by_expiry')
      .on('rate_limits')
      .column('expires_at')
      .execute()
  },
}

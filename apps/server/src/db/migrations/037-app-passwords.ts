import type { Migration } from '../migrate.ts'

/** Passwords for programs that open files. */
export const appPasswords: Migration = {
  name: '037-app-passwords',
  async up(schema, { text, integer, inRows }) {
    await schema
      .createTable('app_passwords')
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('sub', text, (c) => c.notNull().references('users.sub').onDelete('cascade'))
      .addColumn('hash', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('read_only', integer, (c) => c.notNull())
      .addColumn('folder_drive_id', text)
      .addColumn('folder_id', text)
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('expires_at', integer)
      .addColumn('last_used_at', integer)
      .addColumn('last_address', text)
      .addColumn('last_user_agent', text)
      .modifyEnd(inRows)
      .execute()
    await schema
      .createIndex('app_passwords_by_hash')
      .unique()
      .on('app_passwords')
      .column('hash')
      .execute()
    await schema.createIndex('app_passwords_by_sub').on('app_passwords').column('sub').execute()
    await schema
      .createIndex('app_passwords_by_expiry')
      .on('app_passwords')
      .column('expires_at')
      .execute()
  },
}

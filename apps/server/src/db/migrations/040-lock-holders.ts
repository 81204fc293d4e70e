import type { Migration } from '../migrate.ts'

/** By what the holder of a lock was signed in: a lock ends with it. */
export const lockHolders: Migration = {
  name: '040-lock-holders',
  async up(schema, { text }) {
    await schema.alterTable('node_locks').addColumn('app_password_id', text).execute()
    await schema.alterTable('node_locks').addColumn('session_id', text).execute()
  },
}

import type { Migration } from '../migrate.ts'

/** How an app's ID tokens are signed: those that are registered keep what they have had. */
export const appSettings: Migration = {
  name: '024-app-settings',
  async up(schema, { text }) {
    await schema
      .alterTable('apps')
      .addColumn('id_token_alg', text, (c) => c.notNull().defaultTo('ES256'))
      .execute()
  },
}

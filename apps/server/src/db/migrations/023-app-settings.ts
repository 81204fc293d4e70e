import type { Migration } from '../migrate.ts'

/** How an app's ID tokens are signed, and whether it must use PKCE. Registered apps stay as they are. */
export const appSettings: Migration = {
  name: '023-app-settings',
  async up(schema, { text, integer }) {
    await schema
      .alterTable('apps')
      .addColumn('id_token_alg', text, (c) => c.notNull().defaultTo('ES256'))
      .execute()
    await schema
      .alterTable('apps')
      .addColumn('requires_pkce', integer, (c) => c.notNull().defaultTo(1))
      .execute()
  },
}

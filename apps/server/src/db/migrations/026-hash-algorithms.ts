import type { Migration } from '../migrate.ts'

/** Uploads that were begun before are hashed to their end as they began, by SHA-256. */
export const hashAlgorithms: Migration = {
  name: '026-hash-algorithms',
  async up(schema, { text }) {
    await schema
      .alterTable('uploads')
      .addColumn('hash_algorithm', text, (c) => c.notNull().defaultTo('sha256'))
      .execute()
  },
}

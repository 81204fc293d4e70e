import type { Migration } from '../migrate.ts'

/** What cameras say about images. Those that are here already are read again when somebody asks. */
export const media: Migration = {
  name: '039-media',
  async up(schema, { text }) {
    await schema.alterTable('thumbnail_jobs').addColumn('picture', text).execute()
  },
}

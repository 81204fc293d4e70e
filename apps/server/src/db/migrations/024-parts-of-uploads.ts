import type { Migration } from '../migrate.ts'

/** A partial upload belongs to the one final upload that is made of it. */
export const partsOfUploads: Migration = {
  name: '024-parts-of-uploads',
  async up(schema, { text }) {
    await schema.alterTable('uploads').addColumn('part_of', text).execute()
  },
}

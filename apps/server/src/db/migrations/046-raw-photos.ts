import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Raw photos have types of their own, which begin as those of all images do: those that are here already come to the
 * photos too, and get their pictures when somebody looks at them.
 */
export const rawPhotos: Migration = {
  name: '046-raw-photos',
  async up(_schema, _types, database) {
    const endings = sql.join([...TYPES.keys()])
    const cases = [...TYPES].map(([ending, type]) => sql`when ${ending} then ${type}`)
    await database.run(sql`
      update nodes set mime_type = case type ${sql.join(cases, sql` `)} end
      where type in (${endings}) and kind = 'file'
        and (mime_type is null or mime_type = 'application/octet-stream')`)
  },
}

const TYPES = new Map([
  ['cr2', 'image/x-canon-cr2'],
  ['nef', 'image/x-nikon-nef'],
  ['nrw', 'image/x-nikon-nrw'],
  ['arw', 'image/x-sony-arw'],
  ['sr2', 'image/x-sony-sr2'],
  ['orf', 'image/x-olympus-orf'],
  ['rw2', 'image/x-panasonic-rw2'],
  ['raf', 'image/x-fuji-raf'],
  ['pef', 'image/x-pentax-pef'],
  ['srw', 'image/x-samsung-srw'],
])

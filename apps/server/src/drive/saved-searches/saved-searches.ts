import { MAX_SAVED_SEARCHES } from '@awan/protocol'
import { type SavedQuery, type SavedSearch, savedQuery } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { SavedSearchRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import {
  countSavedSearches,
  deleteSavedSearch,
  insertSavedSearch,
  selectSavedSearches,
  updateSavedSearch,
} from './saved-searches.store.ts'

/** Words and filters that a person keeps under a name. They are that person's alone. */
export interface SavedSearches {
  list(sub: string): Promise<SavedSearch[]>
  save(sub: string, search: { name: string; query: SavedQuery }): Promise<SavedSearch>
  change(
    sub: string,
    id: string,
    change: { name?: string | undefined; query?: SavedQuery | undefined },
  ): Promise<SavedSearch>
  delete(sub: string, id: string): Promise<void>
}

export function createSavedSearches({
  db,
  clock,
  random,
}: {
  db: Database
  clock: Clock
  random: Random
}): SavedSearches {
  return {
    async list(sub) {
      const rows = await db.read((reader) => selectSavedSearches(reader, sub))
      return rows.map(toSavedSearch).sort(byName)
    },

    save: (sub, { name, query }) =>
      db.write(async (writer) => {
        if ((await countSavedSearches(writer, sub)) >= MAX_SAVED_SEARCHES) throw full()
        const now = clock.now()
        const row = {
          id: createId(random, now),
          person_sub: sub,
          name,
          query: JSON.stringify(query),
          created_at: now,
        }
        await insertSavedSearch(writer, row)
        return toSavedSearch(row)
      }),

    async change(sub, id, { name, query }) {
      const change = {
        ...(name !== undefined && { name }),
        ...(query && { query: JSON.stringify(query) }),
      }
      const row = await db.write((writer) =>
        updateSavedSearch(writer, { person_sub: sub, id }, change),
      )
      if (!row) throw new ServiceError('not_found')
      return toSavedSearch(row)
    },

    async delete(sub, id) {
      const isDeleted = await db.write((writer) =>
        deleteSavedSearch(writer, { person_sub: sub, id }),
      )
      if (!isDeleted) throw new ServiceError('not_found')
    },
  }
}

function toSavedSearch({ id, name, query, created_at }: SavedSearchRow): SavedSearch {
  return {
    id,
    name,
    query: savedQuery.parse(JSON.parse(query)),
    created_at: new Date(created_at).toISOString(),
  }
}

/** As a person looks for them, whatever the language. */
function byName(a: SavedSearch, b: SavedSearch): number {
  return COLLATOR.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
}

const COLLATOR = new Intl.Collator('und', { numeric: true })

function full(): ServiceError {
  return new ServiceError('resource_exhausted', {
    description: `a person has at most ${MAX_SAVED_SEARCHES} saved searches; delete one first`,
  })
}

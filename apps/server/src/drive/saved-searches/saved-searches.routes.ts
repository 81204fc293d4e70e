import {
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  saveSearch,
} from '@awan/protocol/drive'
import { type Route, route } from '../../http/route.ts'
import type { SavedSearches } from './saved-searches.ts'

const READING = { scope: ['drive', 'drive.read'] } as const
const CHANGING = { scope: 'drive' } as const

export function savedSearchRoutes(searches: SavedSearches): Route[] {
  return [
    route(listSavedSearches, READING, async ({ user }) => ({
      searches: await searches.list(user.sub),
    })),
    route(saveSearch, CHANGING, ({ body, user }) => searches.save(user.sub, body)),
    route(changeSavedSearch, CHANGING, ({ params, body, user }) =>
      searches.change(user.sub, params.id, body),
    ),
    route(deleteSavedSearch, CHANGING, async ({ params, user }) => {
      await searches.delete(user.sub, params.id)
      return {}
    }),
  ]
}

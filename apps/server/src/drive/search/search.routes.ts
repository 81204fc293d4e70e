import type { QueryOf } from '@awan/protocol'
import { type SearchHit, search as searchEndpoint } from '@awan/protocol/drive'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { ToFile } from '../access/seen-node.ts'
import { toFilter } from '../nodes/to-filter.ts'
import type { Hit, Search, SearchQuestion } from './search.ts'

export function searchRoutes(search: Search): DriveRoute[] {
  return [
    driveRoute(searchEndpoint, 'view', async ({ access, toFile, query }) => {
      const page = { size: query.page_size, token: query.page_token }
      const { hits, nextPageToken, seq } = await search.find(access, toQuestion(query), page)
      return {
        hits: hits.map((hit) => toSearchHit(hit, toFile)),
        ...(nextPageToken === undefined ? {} : { next_page_token: nextPageToken }),
        seq,
      }
    }),
  ]
}

function toQuestion(query: QueryOf<typeof searchEndpoint>): SearchQuestion {
  return { text: query.q, in: query.in, parentId: query.parent_id, filter: toFilter(query) }
}

function toSearchHit({ node, path, match, highlights, snippet }: Hit, toFile: ToFile): SearchHit {
  return {
    file: toFile(node),
    path: path.map(({ id, name }) => ({ id, name })),
    match,
    highlights,
    ...(snippet && { snippet }),
  }
}

import type { QueryOf } from '@awan/protocol'
import {
  countSearch,
  type ListDirection,
  type SearchHit,
  type SearchOrder,
  search as searchEndpoint,
  searchEverywhere as searchEverywhereEndpoint,
} from '@awan/protocol/drive'
import { type Route, route } from '../../http/route.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { ToFile, ToFileFor } from '../access/seen-node.ts'
import { toFilter } from '../nodes/to-filter.ts'
import type { Hit } from './gather.ts'
import type { Search } from './search.ts'
import type { SearchEverywhere } from './search-everywhere.ts'
import type { SearchQuestion } from './search-question.ts'

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
    driveRoute(countSearch, 'view', async ({ access, query }) => {
      const { count, isComplete } = await search.count(access, toQuestion(query))
      return { count, is_complete: isComplete }
    }),
  ]
}

/** What a person can see in all drives is asked of no single one. */
export function searchEverywhereRoutes(search: SearchEverywhere, toFileFor: ToFileFor): Route[] {
  return [
    route(
      searchEverywhereEndpoint,
      { scope: ['drive', 'drive.read'] },
      async ({ query, user: { sub, sessionId } }) => {
        const actor = { kind: 'person', sub, sessionId } as const
        const page = { size: query.page_size, token: query.page_token }
        const { hits, nextPageToken } = await search(actor, toQuestion(query), page)
        return {
          hits: hits.map(({ driveId, ...hit }) => ({
            ...toSearchHit(hit, toFileFor({ driveId, actor, right: 'view' })),
            drive_id: driveId,
          })),
          ...(nextPageToken === undefined ? {} : { next_page_token: nextPageToken }),
        }
      },
    ),
  ]
}

function toQuestion(
  query: Omit<QueryOf<typeof searchEverywhereEndpoint>, 'page_size' | 'page_token'> & {
    parent_id?: string | undefined
    order_by?: SearchOrder | undefined
    direction?: ListDirection | undefined
  },
): SearchQuestion {
  return {
    text: query.q,
    in: query.in,
    parentId: query.parent_id,
    filter: toFilter(query),
    ...(query.order_by !== undefined &&
      query.order_by !== 'match' && {
        orderBy: query.order_by,
        direction: query.direction,
      }),
  }
}

function toSearchHit(
  { node, path, match, highlights, snippet, alias }: Hit,
  toFile: ToFile,
): SearchHit {
  return {
    file: toFile(node),
    path: path.map(({ id, name }) => ({ id, name })),
    match,
    highlights,
    ...(snippet && { snippet }),
    ...(alias !== undefined && { alias }),
  }
}

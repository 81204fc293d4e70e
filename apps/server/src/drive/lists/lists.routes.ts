import {
  countFiles,
  getSummary,
  listRecent,
  listStarred,
  listTags,
  listTrash,
  type PlacedFile,
  type TrashedFile,
} from '@awan/protocol/drive'
import { type Route, route } from '../../http/route.ts'
import type { ToFile } from '../nodes/to-file.ts'
import { toFilter } from '../nodes/to-filter.ts'
import { toInside } from './inside.ts'
import type { ListedPage, Lists, PlacedNode, TrashedNode } from './lists.ts'

export function listRoutes(lists: Lists, toFile: ToFile): Route[] {
  return [
    route(listRecent, { scope: 'drive' }, async ({ user, query }) =>
      toAnswer(await lists.recent(user.sub, toPage(query)), (placed) =>
        toPlacedFile(placed, toFile),
      ),
    ),

    route(listStarred, { scope: 'drive' }, async ({ user, query }) =>
      toAnswer(await lists.starred(user.sub, toPage(query)), (placed) =>
        toPlacedFile(placed, toFile),
      ),
    ),

    route(listTrash, { scope: 'drive' }, async ({ user, query }) =>
      toAnswer(await lists.trash(user.sub, toPage(query)), (trashed) =>
        toTrashedFile(trashed, toFile),
      ),
    ),

    route(listTags, { scope: 'drive' }, async ({ user, query }) => {
      const { tags, nextPageToken } = await lists.tags(user.sub, toPage(query))
      return { tags, ...(nextPageToken === undefined ? {} : { next_page_token: nextPageToken }) }
    }),

    route(countFiles, { scope: 'drive' }, ({ user, query }) =>
      lists.count(user.sub, toInside(query, toFilter(query))),
    ),

    route(getSummary, { scope: 'drive' }, ({ user, params }) => lists.summary(user.sub, params.id)),
  ]
}

function toPage(query: { page_size: number; page_token?: string | undefined }) {
  return { size: query.page_size, token: query.page_token }
}

function toAnswer<T, F>({ nodes, nextPageToken, seq }: ListedPage<T>, convert: (node: T) => F) {
  return {
    files: nodes.map(convert),
    ...(nextPageToken === undefined ? {} : { next_page_token: nextPageToken }),
    seq,
  }
}

function toPlacedFile({ path, ...node }: PlacedNode, toFile: ToFile): PlacedFile {
  return { ...toFile(node), path: path.map(({ id, name }) => ({ id, name })) }
}

function toTrashedFile({ node, place }: TrashedNode, toFile: ToFile): TrashedFile {
  const folder = place?.path.at(-1)
  if (!place || !folder) return toFile(node)
  return {
    ...toFile(node),
    original_place: {
      folder_id: folder.id,
      in_trash: place.isInTrash,
      path: place.path.map(({ id, name }) => ({ id, name })),
    },
  }
}

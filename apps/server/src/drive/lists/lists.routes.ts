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
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { ToFile } from '../access/seen-node.ts'
import { toFilter } from '../nodes/to-filter.ts'
import { toInside } from './inside.ts'
import type { IsNamed, ListedPage, Lists, PlacedNode, TrashedNode } from './lists.ts'

export interface ListParts {
  /** Undefined where all names are meant. */
  toIsNamed(words: string): IsNamed | undefined
}

export function listRoutes(lists: Lists, { toIsNamed }: ListParts): DriveRoute[] {
  return [
    driveRoute(listRecent, 'view', async ({ access, toFile, query }) =>
      toAnswer(
        await (query.by === 'opened' ? lists.opened : lists.recent)(access, toPage(query)),
        (placed) => toPlacedFile(placed, toFile),
      ),
    ),

    driveRoute(listStarred, 'view', async ({ access, toFile, query }) =>
      toAnswer(await lists.starred(access, toPage(query)), (placed) =>
        toPlacedFile(placed, toFile),
      ),
    ),

    driveRoute(listTrash, 'edit', async ({ access, toFile, query }) =>
      toAnswer(await lists.trash(access, toPage(query), toIsNamed(query.q)), (trashed) =>
        toTrashedFile(trashed, toFile),
      ),
    ),

    driveRoute(listTags, 'view', async ({ access, query }) => {
      const { tags, nextPageToken } = await lists.tags(access, toPage(query))
      return { tags, ...(nextPageToken === undefined ? {} : { next_page_token: nextPageToken }) }
    }),

    driveRoute(countFiles, 'view', ({ access, query }) =>
      lists.count(access, toInside(query, toFilter(query))),
    ),

    driveRoute(getSummary, 'view', ({ access, params }) => lists.summary(access, params.id)),
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

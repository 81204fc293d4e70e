import { headers, type QueryOf } from '@awan/protocol'
import {
  createFolder,
  getFile,
  listFiles,
  markOpened,
  measureFiles,
  updateFile,
} from '@awan/protocol/drive'
import { header } from '../../http/caller.ts'
import { EncodedJson } from '../../http/encoded-json.ts'
import { toIsoTime } from '../../kernel/iso-time.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import { type LargePages, toPageAnswer } from './list-page.ts'
import type { Listing } from './listing.ts'
import type { Nodes } from './nodes.ts'
import { toFilter } from './to-filter.ts'

export function nodeRoutes(nodes: Nodes, largePages: LargePages): DriveRoute[] {
  return [
    driveRoute(createFolder, 'add', async ({ access, toFile, body, request }) =>
      toFile(
        await nodes.createFolder(
          access,
          { parentId: body.parent_id, name: body.name, conflict: body.conflict },
          header(request, headers.idempotencyKey),
        ),
      ),
    ),

    driveRoute(listFiles, 'view', async ({ access, toFile, query }) => {
      const page = { size: query.page_size, token: query.page_token }
      const question = { parentId: query.parent_id, page, listing: toListing(query) }
      const encoded = await largePages.read(access, question)
      if (encoded) return new EncodedJson(encoded)
      const { parentId, listing } = question
      return toPageAnswer(await nodes.list(access, parentId, page, listing), toFile)
    }),

    driveRoute(measureFiles, 'view', async ({ access, query }) => {
      const { pageTokens, ...measure } = await nodes.measure(
        access,
        query.parent_id,
        toListing(query),
        { pageSize: query.page_size, positionOf: query.position_of },
      )
      return { ...measure, ...(pageTokens && { page_tokens: pageTokens }) }
    }),

    driveRoute(updateFile, 'edit', async ({ access, toFile, params, body, request }) =>
      toFile(
        await nodes.update(
          access,
          params.id,
          {
            name: body.name,
            parentId: body.parent_id,
            description: body.description,
            isStarred: body.starred,
            tags: body.tags,
            modifiedAt:
              body.modified_time === undefined ? undefined : Date.parse(body.modified_time),
            conflict: body.conflict,
          },
          header(request, 'if-match'),
        ),
      ),
    ),

    driveRoute(getFile, 'view', async ({ access, toFile, params }) => {
      const { node, ancestors, openedAt, alias } = await nodes.get(access, params.id)
      return {
        ...toFile(node),
        ancestors: ancestors.map(({ id, name }) => ({ id, name })),
        ...(openedAt !== undefined && { opened_time: toIsoTime(openedAt) }),
        ...(alias !== undefined && { alias }),
      }
    }),

    driveRoute(
      markOpened,
      'view',
      async ({ access, params }) => ({
        opened_time: toIsoTime(await nodes.markOpened(access, params.id)),
      }),
      { changes: true, forPeople: true },
    ),
  ]
}

function toListing(query: QueryOf<typeof measureFiles>): Listing {
  return {
    orderBy: query.order_by,
    direction: query.direction,
    foldersFirst: query.folders_first === 'true',
    filter: toFilter(query),
  }
}

import { headers, type QueryOf } from '@awan/protocol'
import { createFolder, getFile, listFiles, measureFiles, updateFile } from '@awan/protocol/drive'
import { header } from '../../http/caller.ts'
import { EncodedJson } from '../../http/encoded-json.ts'
import { type Route, route } from '../../http/route.ts'
import type { LargePages } from './large-pages.ts'
import { toPageAnswer } from './list-page.ts'
import type { Listing } from './listing.ts'
import type { Nodes } from './nodes.ts'
import type { ToFile } from './to-file.ts'
import { toFilter } from './to-filter.ts'

export function nodeRoutes(nodes: Nodes, largePages: LargePages, toFile: ToFile): Route[] {
  return [
    route(createFolder, { scope: 'drive' }, async ({ user, body, request }) =>
      toFile(
        await nodes.createFolder(
          user.sub,
          { parentId: body.parent_id, name: body.name, conflict: body.conflict },
          header(request, headers.idempotencyKey),
        ),
      ),
    ),

    route(listFiles, { scope: 'drive' }, async ({ user, query }) => {
      const page = { size: query.page_size, token: query.page_token }
      const question = { parentId: query.parent_id, page, listing: toListing(query) }
      const encoded = await largePages.read(user.sub, question)
      if (encoded) return new EncodedJson(encoded)
      const { parentId, listing } = question
      return toPageAnswer(await nodes.list(user.sub, parentId, page, listing), toFile)
    }),

    route(measureFiles, { scope: 'drive' }, async ({ user, query }) => {
      const { pageTokens, ...measure } = await nodes.measure(
        user.sub,
        query.parent_id,
        toListing(query),
        { pageSize: query.page_size, positionOf: query.position_of },
      )
      return { ...measure, ...(pageTokens && { page_tokens: pageTokens }) }
    }),

    route(updateFile, { scope: 'drive' }, async ({ user, params, body, request }) =>
      toFile(
        await nodes.update(
          user.sub,
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

    route(getFile, { scope: 'drive' }, async ({ user, params }) => {
      const { node, ancestors } = await nodes.get(user.sub, params.id)
      return { ...toFile(node), ancestors: ancestors.map(({ id, name }) => ({ id, name })) }
    }),
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

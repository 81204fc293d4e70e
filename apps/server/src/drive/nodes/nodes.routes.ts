import { createFolder, getFile, listFiles } from '@awan/protocol/drive'
import { type Route, route } from '../../http/route.ts'
import type { Nodes } from './nodes.ts'
import { toFile } from './to-file.ts'

export function nodeRoutes(nodes: Nodes): Route[] {
  return [
    route(createFolder, { scope: 'drive' }, async ({ user, body }) =>
      toFile(
        await nodes.createFolder(user.sub, {
          parentId: body.parent_id,
          name: body.name,
          conflict: body.conflict,
        }),
      ),
    ),

    route(listFiles, { scope: 'drive' }, async ({ user, query }) => {
      const page = await nodes.list(user.sub, query.parent_id, {
        size: query.page_size,
        token: query.page_token,
      })
      return {
        files: page.nodes.map(toFile),
        ...(page.nextPageToken === undefined ? {} : { next_page_token: page.nextPageToken }),
        seq: page.seq,
      }
    }),

    route(getFile, { scope: 'drive' }, async ({ user, params }) => {
      const { node, ancestors } = await nodes.get(user.sub, params.id)
      return { ...toFile(node), ancestors: ancestors.map(({ id, name }) => ({ id, name })) }
    }),
  ]
}

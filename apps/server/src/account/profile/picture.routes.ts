import { getPicture, removePicture, setPicture } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { Pictures } from './picture.ts'

const CHANGES = [{ by: 'user', points: 60, perSeconds: 3600 }] as const
const YEAR_SECONDS = 365 * 24 * 3600

export function pictureRoutes({ pictures }: { pictures: Pictures }): Route[] {
  return [
    route(setPicture, { user: true, limits: CHANGES }, ({ body, user, caller }) =>
      pictures.set(Buffer.from(body.content, 'base64'), user, caller),
    ),
    route(removePicture, { user: true, limits: CHANGES }, ({ user, caller }) =>
      pictures.remove(user, caller),
    ),
    route(getPicture, {}, async ({ params, reply }) => {
      const { contentType, bytes } = await pictures.find(params.id)
      return (
        reply
          .header('content-type', contentType)
          .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
          // Opened by itself it is a picture and nothing more.
          .header('content-security-policy', "default-src 'none'; sandbox")
          // Apps that were let in show it beside the name.
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(bytes)
      )
    }),
  ]
}

import { LINK_PAGE } from '@awan/protocol/api-paths'
import type { Plugin } from 'vite'

const LINK_PAGES = LINK_PAGE.replace('{token}', '')

/** While developing, the addresses of links lead to their page, as on the server. */
export function visitPage(): Plugin {
  return {
    name: 'awan:visit-page',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (request.url?.startsWith(LINK_PAGES)) request.url = '/visit.html'
        next()
      })
    },
  }
}

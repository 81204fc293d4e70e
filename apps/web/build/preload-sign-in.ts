import type { Plugin } from 'vite'

/**
 * Names the sign-in in the page itself. Whoever was never here sees it first, and would otherwise wait one
 * more way to the server and back for it; for everybody else it is small, and kept from then on.
 */
export function preloadSignIn(): Plugin {
  return {
    name: 'awan:preload-sign-in',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunk = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.name === 'sign-in',
        )
        if (!chunk) throw new Error('there is no sign-in to preload')
        const attrs = { rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

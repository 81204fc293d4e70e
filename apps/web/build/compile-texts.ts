import { pathToFileURL } from 'node:url'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/**
 * Compiles the ICU messages of `src/i18n/texts/<locale>/<area>.ts` while building, so that the browser gets
 * no message parser. The sources stay plain typed tables of strings.
 */
export function compileTexts(): Plugin {
  return {
    name: 'awan:compile-texts',
    enforce: 'pre',
    async load(id) {
      const [path = '', query] = id.split('?')
      if (!isTextsFile(path)) return null
      // A fresh query each time: Node keeps modules for ever, and a text may have been edited.
      const module = await import(`${pathToFileURL(path).href}?${query ?? ''}${Date.now()}`)
      const compiled = Object.fromEntries(
        Object.entries(module.texts as Record<string, string>).map(([key, text]) => [
          key,
          compileMessage(text),
        ]),
      )
      return `export const texts = ${JSON.stringify(compiled)}`
    },
  }
}

function isTextsFile(path: string): boolean {
  return /\/src\/i18n\/texts\/[a-z-]+\/[a-z-]+\.ts$/.test(path.replaceAll('\\', '/'))
}
